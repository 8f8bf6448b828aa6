import { useRef, useSyncExternalStore } from 'react'
import { isPressed, onPressEnd } from './press.ts'

/**
 * Returns the current value, except during a press. From the start of a press until its click is handled, returns the
 * value from before. Values that move or cover buttons use this hook, so that a click reaches the pressed button.
 * @param value compared by identity
 */
export function useSteady<T>(value: T): T {
  useSyncExternalStore(onPressEnd, isPressed, isPressed)
  const shown = useRef(value)
  if (!isPressed()) shown.current = value
  return shown.current
}
