import { useCallback, useEffect, useRef, useState } from 'react'
import { callAll, listen } from '../../../device/listen.ts'
import { createStoredValue } from '../../../device/stored-value.ts'

/** Whether the alarm is on for this device. This setting is kept after a logout. */
const soundSetting = createStoredValue('kitchenSound', (stored) => stored === true)
const ALARM_INTERVAL_MS = 4_000
const NOTES_HZ = [660, 880]
const NOTE_S = 0.18

/**
 * Repeats a sound while an order waits to be accepted and the alarm is on. Browsers block sound before the first tap or
 * key press on the page. The sound starts with that tap or key press.
 */
export function useOrderAlarm(isWaiting: boolean) {
  const context = useRef<AudioContext | null>(null)
  const [on, setOn] = useState(false)
  const [blocked, setBlocked] = useState(false)

  /**
   * Starts the sound. Must be called after a tap or key press on the page, because browsers block an earlier start and
   * log a warning.
   */
  const start = useCallback(async () => {
    context.current ??= createAudioContext(setBlocked)
    await context.current.resume().catch(() => {})
    setBlocked(context.current.state !== 'running')
  }, [])

  function turn(next: boolean) {
    soundSetting.write(next || null)
    setOn(next)
    setBlocked(false)
    if (next) start().then(() => context.current && playSound(context.current))
  }

  useEffect(() => {
    if (!soundSetting.read()) return
    setOn(true)
    if (navigator.userActivation?.hasBeenActive) start()
    else setBlocked(true)
  }, [start])

  useEffect(() => {
    if (!blocked) return
    return callAll(listen(document, 'pointerup', start), listen(document, 'keydown', start))
  }, [blocked, start])

  useEffect(() => {
    if (!on || blocked || !isWaiting) return
    const repeat = () => context.current && playSound(context.current)
    repeat()
    const timer = setInterval(repeat, ALARM_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [on, blocked, isWaiting])

  useEffect(() => () => void context.current?.close(), [])

  return { on, blocked, turn }
}

/**
 * Creates the audio of the page. A tablet stops it during a call or while another app plays sound, and may not start it
 * again. In this case, the audio is resumed, and counts as blocked until this succeeds.
 */
function createAudioContext(setBlocked: (isBlocked: boolean) => void): AudioContext {
  const audio = new AudioContext()
  audio.onstatechange = () => {
    if (audio.state === 'closed') return
    setBlocked(audio.state !== 'running')
    if (audio.state !== 'running') audio.resume().catch(() => {})
  }
  return audio
}

/** Plays two short notes. They fade in and out, because a sudden start or end causes a click. */
function playSound(context: AudioContext): void {
  for (const [at, frequency] of NOTES_HZ.entries()) {
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
