import { useEffect, useRef } from 'react'

/**
 * Returns a function that takes an id. The function focuses the element with this id after the next render, because
 * that render may add or move the element.
 */
export function useFocusAfterRender(): (id: string) => void {
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
