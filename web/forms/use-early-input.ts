import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns the ref of a controlled field in a page that the server renders. React leaves what was entered before
 * hydration in the field, but restores the value of the state at the next render.
 * @param take receives the field at hydration when its content was changed before; puts this content into the state
 */
export function useEarlyInput(take: (field: HTMLInputElement) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  // Layout effects run before the first other effect, which may render the page again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field is hydrated only once.
  useLayoutEffect(() => {
    if (field.current && isChanged(field.current)) take(field.current)
  }, [])
  return field
}

const isChanged = ({ type, value, defaultValue, checked, defaultChecked }: HTMLInputElement): boolean =>
  type === 'checkbox' ? checked !== defaultChecked : value !== defaultValue
