/**
 * After a finger is released, browsers send the click within this time, in milliseconds. A press without a click ends
 * after this time.
 */
const CLICK_MS = 400

const pointers = new Set<number>()
const listeners = new Set<() => void>()
let clickTimer: ReturnType<typeof setTimeout> | undefined
let pressed = false

/** Returns whether a press has begun and its click has not been handled yet. */
export const isPressInProgress = (): boolean => pressed

/** Starts to track all presses on the page. Must be called once, before the application mounts. */
export function trackPresses(): void {
  window.addEventListener('pointerdown', onDown, true)
  window.addEventListener('pointerup', onUp, true)
  window.addEventListener('pointercancel', onCancel, true)
  // This listener runs last, so that a press ends only after the listeners of the pressed element have run.
  window.addEventListener('click', onClick)
  window.addEventListener('blur', release)
}

/** Calls the listener when a press ends. @returns a function that removes the listener */
export function subscribeToPressEnds(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls `callback` at once. During a press, calls it after the click of the press. */
export function runAfterPressEnds(callback: () => void): void {
  if (pressed) {
    const end = subscribeToPressEnds(() => {
      end()
      callback()
    })
  } else callback()
}

function onDown({ pointerId, button }: PointerEvent): void {
  // A press of another mouse button may open the system's menu, and then the page gets no release.
  if (button !== 0) return
  clearTimeout(clickTimer)
  pointers.add(pointerId)
  pressed = true
}

function onUp({ pointerId, pointerType }: PointerEvent): void {
  pointers.delete(pointerId)
  clearTimeout(clickTimer)
  // A mouse sends its click together with the release. So a press without a click, such as a drag, ends at once.
  if (pressed && pointers.size === 0) clickTimer = setTimeout(release, pointerType === 'mouse' ? 0 : CLICK_MS)
}

function onCancel({ pointerId }: PointerEvent): void {
  pointers.delete(pointerId)
  if (pointers.size === 0) release()
}

function onClick(): void {
  if (pointers.size === 0) release()
}

function release(): void {
  clearTimeout(clickTimer)
  pointers.clear()
  if (!pressed) return
  pressed = false
  for (const listener of listeners) listener()
}
