import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to a heading when what it names has taken the place of what had the focus. */
export function useOutcomeFocus(outcome: unknown): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome) heading.current?.focus()
  }, [outcome])
  return heading
}
