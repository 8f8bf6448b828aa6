import { useEffect, useRef } from 'react'

/**
 * Returns a function that focuses the element with an id after the next render, because that render may move the
 * focused element.
 */
export function useFocusNext(): (id: string) => void {
  const next = useRef<string | null>(null)
  useEffect(() => {
    const element = next.current === null ? null : document.getElementById(next.current)
    if (!element) return
    element.focus()
    next.current = null
  })
  return (id) => {
    next.current = id
  }
}
