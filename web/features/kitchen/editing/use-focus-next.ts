import { useEffect, useRef } from 'react'

/** Gives the focus to what has an id once it has been drawn: what had it may have moved, or be gone. */
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
