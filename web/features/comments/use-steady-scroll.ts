import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Keeps what is being read where it is while something changes above it: the comment that has the focus, or else the
 * first one in the window when the comments begin above it.
 * @returns to be called before the change
 */
export function useSteadyScroll(list: RefObject<HTMLElement | null>): () => void {
  const kept = useRef<{ element: Element; top: number } | null>(null)

  useLayoutEffect(() => {
    if (!kept.current) return
    const { element, top } = kept.current
    kept.current = null
    const moved = element.isConnected ? element.getBoundingClientRect().top - top : 0
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
  })

  return useCallback(() => {
    if (kept.current || !list.current) return
    const focused = list.current.contains(document.activeElement) && document.activeElement
    const begun = list.current.getBoundingClientRect().top < 0
    const read =
      begun && [...list.current.querySelectorAll('.comment')].find((one) => one.getBoundingClientRect().bottom > 0)
    const element = focused || read
    if (element) kept.current = { element, top: element.getBoundingClientRect().top }
  }, [list])
}
