import { type RefObject, useEffect, useRef } from 'react'

/**
 * When what was chosen from a list is closed, the focus goes back to the link it was chosen by.
 * @param chosen the id after the #
 * @returns for the element around the list
 */
export function useReturn(chosen: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef(chosen)
  useEffect(() => {
    if (!chosen && last.current)
      list.current?.querySelector<HTMLElement>(`[href="#${CSS.escape(last.current)}"]`)?.focus()
    last.current = chosen
  }, [chosen])
  return list
}
