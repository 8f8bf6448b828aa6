import { type ComponentProps, type MouseEvent, use } from 'react'
import { useLocation } from 'react-router'
import { NavigationContext, useGo } from './go.ts'

interface LinkProps extends ComponentProps<'a'> {
  /** An address of the site, beginning with a slash. */
  to: string
}

/**
 * A link within the site: loads its page on intent, changes pages within the application, and on the current path
 * refreshes and scrolls to the top (S2.16). Anything but a plain click is the browser's.
 */
export function Link({ to, onClick, ...props }: LinkProps) {
  const { load } = use(NavigationContext)
  const { pathname } = useLocation()
  const go = useGo()
  const [path = '', hash] = to.split('#')
  const intent = () => {
    // The page is the path's alone, whatever the query says to it.
    load(path.replace(/\?.*/, '')).catch(() => {})
  }

  function clicked(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !plain) return
    event.preventDefault()
    if (path !== pathname || hash) return go(to)
    window.scrollTo({ top: 0, behavior: 'instant' })
    window.location.reload()
  }

  return <a href={to} {...props} onClick={clicked} onPointerEnter={intent} onFocus={intent} onTouchStart={intent} />
}
