import { useCallback, useEffect, useRef, useState } from 'react'
import { storedValue } from '../../../device/stored-value.ts'

/** Whether the kitchen wants to hear of new orders on this device; it outlives a logout. */
const wanted = storedValue('kitchenSound', (stored) => stored === true)
/** How often it sounds while somebody waits. */
const EVERY_MS = 4_000
/** Two notes, the second a fourth higher, in hertz. */
const NOTES = [660, 880]
const NOTE_S = 0.18

/**
 * Sounds again and again while something waits, where it has been turned on. Browsers allow sound only after a tap on the
 * page: until then it is blocked, and any tap lets it sound.
 */
export function useAlarm(waits: boolean) {
  const context = useRef<AudioContext | null>(null)
  const [on, setOn] = useState(false)
  const [blocked, setBlocked] = useState(false)

  /** Only in a tap: a browser complains of one that is made before. */
  const start = useCallback(async () => {
    context.current ??= new AudioContext()
    await context.current.resume().catch(() => {})
    setBlocked(context.current.state !== 'running')
  }, [])

  const turn = useCallback(
    (next: boolean) => {
      wanted.write(next || null)
      setOn(next)
      setBlocked(false)
      if (next) start().then(() => context.current && sound(context.current))
    },
    [start],
  )

  useEffect(() => {
    if (!wanted.read()) return
    setOn(true)
    if (navigator.userActivation?.hasBeenActive) start()
    else setBlocked(true)
  }, [start])

  useEffect(() => {
    if (!blocked) return
    document.addEventListener('pointerup', start)
    document.addEventListener('keydown', start)
    return () => {
      document.removeEventListener('pointerup', start)
      document.removeEventListener('keydown', start)
    }
  }, [blocked, start])

  useEffect(() => {
    if (!on || blocked || !waits) return
    const again = () => context.current && sound(context.current)
    again()
    const timer = setInterval(again, EVERY_MS)
    return () => clearInterval(timer)
  }, [on, blocked, waits])

  useEffect(() => () => void context.current?.close(), [])

  return { on, blocked, turn }
}

/** Two short notes that swell and fade, so that nothing clicks. */
function sound(context: AudioContext): void {
  for (const [at, frequency] of NOTES.entries()) {
    const start = context.currentTime + at * NOTE_S
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.4, start + NOTE_S / 6)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_S)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + NOTE_S)
  }
}
