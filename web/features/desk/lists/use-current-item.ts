import { useEffect, useRef, useState } from 'react'

/**
 * The current item of a queue, on which the shortcuts act.
 * @param toElementId returns the id of the element of an item
 */
export function useCurrentItem(toElementId: (id: string) => string) {
  const [current, setCurrent] = useState<string | null>(null)
  /** Whether the current item should take the focus when it is rendered. */
  const toFocus = useRef(false)
  const find = () => (current === null ? null : document.getElementById(toElementId(current)))
  useEffect(() => {
    const element = toFocus.current && find()
    if (!element) return
    toFocus.current = false
    element.focus()
  })
  const goTo = (id: string | null) => {
    toFocus.current = id !== null
    setCurrent(id)
  }
  return {
    current,
    setCurrent,
    /** Makes an item current, and moves the focus to its element. */
    goTo,
    /** Makes the next (1) or previous (-1) of these items current. */
    move: (ids: readonly string[], by: 1 | -1) => {
      const at = ids.indexOf(current ?? '')
      const next = ids[at === -1 ? 0 : at + by]
      if (next !== undefined) goTo(next)
    },
    /** Returns the element of the current item. */
    find,
  }
}
