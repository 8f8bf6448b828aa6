import { useRef, useSyncExternalStore } from 'react'
import { isPressInProgress, subscribeToPressEnds } from './press.ts'

/**
 * Returns the current value, except during a press. From the start of a press until its click has been handled, returns
 * the value that was current before the press. Values that move or cover buttons use this hook, so that a click reaches
 * the pressed button.
 * @param value compared by identity
 */
export function useValueHeldDuringPress<T>(value: T): T {
  useSyncExternalStore(subscribeToPressEnds, isPressInProgress, isPressInProgress)
  const shown = useRef(value)
  if (!isPressInProgress()) shown.current = value
  return shown.current
}
