import { useRef, useSyncExternalStore } from 'react'

/** How long after a finger is lifted the browser may take to make a click of it; a release without a click is over by then. */
const CLICK_MS = 400

const pointers = new Set<number>()
const listeners = new Set<() => void>()
let clickTimer: ReturnType<typeof setTimeout> | undefined
let isPressed = false
/** Counts the presses that are over, so that React draws what was held back. */
let releases = 0

/**
 * Returns a value as it was when the pointer went down, until the click of that press is done; at other times the value
 * itself. What would move or cover a button goes through it, so that a click lands on what was pressed.
 * @param value compared by identity; while nothing is pressed, every render returns the newest
 */
export function useSteady<T>(value: T): T {
  useSyncExternalStore(subscribe, readReleases, readReleases)
  const shown = useRef(value)
  if (!isPressed) shown.current = value
  return shown.current
}

const readReleases = (): number => releases

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) watch('addEventListener')
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    watch('removeEventListener')
    release()
  }
}

function watch(change: 'addEventListener' | 'removeEventListener'): void {
  window[change]('pointerdown', pressed as EventListener, true)
  window[change]('pointerup', lifted as EventListener, true)
  window[change]('pointercancel', cancelled as EventListener, true)
  // After every other listener: what is pressed must still be there for its own.
  window[change]('click', clicked)
  window[change]('blur', release)
}

function pressed({ pointerId, button }: PointerEvent): void {
  // A press of another button may open the system's menu, which takes the release.
  if (button !== 0) return
  clearTimeout(clickTimer)
  pointers.add(pointerId)
  isPressed = true
}

function lifted({ pointerId, pointerType }: PointerEvent): void {
  pointers.delete(pointerId)
  clearTimeout(clickTimer)
  // The click of a mouse comes with the release, and what was dragged with it is shown at once.
  if (isPressed && pointers.size === 0) clickTimer = setTimeout(release, pointerType === 'mouse' ? 0 : CLICK_MS)
}

function cancelled({ pointerId }: PointerEvent): void {
  pointers.delete(pointerId)
  if (pointers.size === 0) release()
}

function clicked(): void {
  if (pointers.size === 0) release()
}

function release(): void {
  clearTimeout(clickTimer)
  pointers.clear()
  if (!isPressed) return
  isPressed = false
  releases++
  for (const listener of listeners) listener()
}

/** Calls back once nothing is pressed: at once, or after the click of the press. */
export function afterPress(callback: () => void): void {
  if (isPressed) {
    const end = subscribe(() => {
      end()
      callback()
    })
  } else callback()
}
