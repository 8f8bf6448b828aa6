import { useEffect } from 'react'
import './foot.css'

/** Tells the page how high the strips at its foot are together (--foot-height): what else is there stands above them. */
export function useRoomAtTheFoot(): void {
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
