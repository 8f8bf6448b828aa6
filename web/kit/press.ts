/**
 * The browser sends a click within this time after a finger is lifted. After this time, a press without a click has
 * ended.
 */
const CLICK_MS = 400

const pointers = new Set<number>()
const listeners = new Set<() => void>()
let clickTimer: ReturnType<typeof setTimeout> | undefined
let pressed = false

/** Whether a press has begun and its click is not done. Presses are only known while somebody listens to them. */
export const isPressed = (): boolean => pressed

/** Listens to the ends of presses. @returns a function that removes the listener */
export function onPressEnd(listener: () => void): () => void {
  if (listeners.size === 0) watch('addEventListener')
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    watch('removeEventListener')
    release()
  }
}

/** Calls back at once. During a press, it calls back after the click. Somebody must listen to presses meanwhile. */
export function afterPress(callback: () => void): void {
  if (pressed) {
    const end = onPressEnd(() => {
      end()
      callback()
    })
  } else callback()
}

function watch(change: 'addEventListener' | 'removeEventListener'): void {
  window[change]('pointerdown', onDown as EventListener, true)
  window[change]('pointerup', onUp as EventListener, true)
  window[change]('pointercancel', onCancel as EventListener, true)
  // This listener runs last, because the pressed element must exist for its own listeners.
  window[change]('click', onClick)
  window[change]('blur', release)
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
