import { type RefObject, useEffect, useRef } from 'react'

/** Focuses a heading when an outcome has replaced the form. @returns the ref of the heading */
export function useHeadingFocus(outcome: unknown): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome) heading.current?.focus()
  }, [outcome])
  return heading
}
