import { useEffect, useRef, useState } from 'react'
import { toCardId } from './queue-card.tsx'

/** The current item of a queue, on which the shortcuts act. */
export function useCurrentItem() {
  const [current, setCurrent] = useState<string | null>(null)
  /** Whether the current item should take the focus when it is rendered. */
  const toFocus = useRef(false)
  const find = () => (current === null ? null : document.getElementById(toCardId(current)))
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
    /** Returns the element of the current item. */
    find,
  }
}

export type CurrentItem = ReturnType<typeof useCurrentItem>
