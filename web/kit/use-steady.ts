import { useRef, useSyncExternalStore } from 'react'

/**
 * The browser sends a click within this time after a finger is lifted. After this time, a press without a click has
 * ended.
 */
const CLICK_MS = 400

const pointers = new Set<number>()
const listeners = new Set<() => void>()
let clickTimer: ReturnType<typeof setTimeout> | undefined
let isPressed = false
/** Counts the presses that have ended, so that React renders the newest values. */
let releases = 0

/**
 * Returns the value from the start of a press until its click is done. At other times it returns the current value.
 * Values that move or cover buttons use this hook, so that a click reaches the pressed button.
 * @param value compared by identity
 */
export function useSteady<T>(value: T): T {
  useSyncExternalStore(subscribe, readReleases, readReleases)
  const shown = useRef(value)
  if (!isPressed) shown.current = value
  return shown.current
}

/** Returns `afterPress`, and watches presses for it as long as the component is mounted. */
export function useAfterPress(): typeof afterPress {
  useSyncExternalStore(subscribe, readReleases, readReleases)
  return afterPress
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
  // This listener runs last, because the pressed element must exist for its own listeners.
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
  // A mouse sends its click with the release. After a drag, the new values are shown at once.
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

/** Calls back at once. During a press, it calls back after the click. A mounted component must watch presses. */
export function afterPress(callback: () => void): void {
  if (isPressed) {
    const end = subscribe(() => {
      end()
      callback()
    })
  } else callback()
}
