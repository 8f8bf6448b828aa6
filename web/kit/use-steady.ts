import { useRef, useSyncExternalStore } from 'react'
import { isPressed, onPressEnd } from './press.ts'

/**
 * Returns the value from the start of a press until its click is done. At other times it returns the current value.
 * Values that move or cover buttons use this hook, so that a click reaches the pressed button.
 * @param value compared by identity
 */
export function useSteady<T>(value: T): T {
  useSyncExternalStore(onPressEnd, isPressed, isPressed)
  const shown = useRef(value)
  if (!isPressed()) shown.current = value
  return shown.current
}
