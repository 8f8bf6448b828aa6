import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns the ref of a controlled field in a page that the server renders. Hydration keeps the value that the reader
 * has already entered, but the next render would replace this value by the value of the state.
 * @param take called at hydration when the reader has already changed the field; must copy the value of the field to
 * the state
 */
export function useEarlyInputRef(take: (field: HTMLInputElement) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  // This is a layout effect, because it must run before all other effects. Those may render the page again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field is hydrated only once.
  useLayoutEffect(() => {
    if (field.current && isChanged(field.current)) take(field.current)
  }, [])
  return field
}

const isChanged = ({ type, value, defaultValue, checked, defaultChecked }: HTMLInputElement): boolean =>
  type === 'checkbox' ? checked !== defaultChecked : value !== defaultValue
