import { useEffect, useRef } from 'react'

/** Returns a function that focuses the element of an id after the next render, because the focused element may have moved. */
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
