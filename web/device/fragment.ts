import { decodePercentEncoding } from '#contract/page-path.ts'

/** Returns the element that a fragment such as `#part` names. */
export const findFragmentTarget = (hash: string): HTMLElement | null =>
  hash ? document.getElementById(decodePercentEncoding(hash.slice(1))) : null

/** Focuses an element without scrolling, so that Tab and screen readers continue at this element. */
export function focusWithoutScrolling(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
