import { useEffect } from 'react'
import './foot.css'

/**
 * Sets --foot-height to the height of the strips at the bottom of the window, so that other fixed elements are above
 * them.
 */
export function useFooterHeight(): void {
  useEffect(() => {
    const foot = document.querySelector<HTMLElement>('.foot')
    if (!foot) return
    const room = new CSSStyleSheet()
    document.adoptedStyleSheets.push(room)
    const observer = new ResizeObserver(() => room.replaceSync(`:root { --foot-height: ${foot.offsetHeight}px }`))
    observer.observe(foot)
    return () => {
      observer.disconnect()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== room)
    }
  }, [])
}
