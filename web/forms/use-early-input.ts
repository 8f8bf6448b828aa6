import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns the ref of a controlled field in a page that the server renders. React leaves what the reader entered before
 * hydration in the field, but at the next render replaces it by the value of the state.
 * @param take called at hydration when the reader has changed the field before; must put the content of the field into
 * the state
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
