/**
 * The browser sends a click within this time after a finger is lifted. After this time, a press without a click has
 * ended.
 */
const CLICK_MS = 400

const pointers = new Set<number>()
const listeners = new Set<() => void>()
let clickTimer: ReturnType<typeof setTimeout> | undefined
let pressed = false

/** Whether a press has begun and its click is not done. */
export const isPressed = (): boolean => pressed

/** Watches the presses of the page. Called once, before the application mounts. */
export function watchPresses(): void {
  window.addEventListener('pointerdown', onDown, true)
  window.addEventListener('pointerup', onUp, true)
  window.addEventListener('pointercancel', onCancel, true)
  // This listener runs last, because the pressed element must exist for its own listeners.
  window.addEventListener('click', onClick)
  window.addEventListener('blur', release)
}

/** Listens to the ends of presses. @returns a function that removes the listener */
export function onPressEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls back at once. During a press, it calls back after the click. */
export function afterPress(callback: () => void): void {
  if (pressed) {
    const end = onPressEnd(() => {
      end()
      callback()
    })
  } else callback()
}

function onDown({ pointerId, button }: PointerEvent): void {
  // A press of another button may open the system's menu, which takes the release.
  if (button !== 0) return
  clearTimeout(clickTimer)
  pointers.add(pointerId)
  pressed = true
}

function onUp({ pointerId, pointerType }: PointerEvent): void {
  pointers.delete(pointerId)
  clearTimeout(clickTimer)
  // A mouse sends its click with the release. After a drag, the new values are shown at once.
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
