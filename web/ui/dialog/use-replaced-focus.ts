import { useEffect, useRef } from 'react'

/**
 * Moves the focus into a box that replaces a button, and back to the button when the box closes, unless another element
 * has the focus by then.
 * @param first the selector of the element that takes the focus in the box
 */
export function useReplacedButtonFocus<Box extends HTMLElement>(isOpen: boolean, first: string) {
  const box = useRef<Box>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>(first)?.focus()
    else if (wasOpen.current && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, first])
  return { box, button }
}
