import { type ComponentProps, type MouseEvent, use } from 'react'
import { useLocation } from 'react-router'
import { NavigationContext, useLoadAndNavigate } from './go.ts'

interface LinkProps extends ComponentProps<'a'> {
  /** A path of the site, beginning with a slash. It can have a query and a fragment. */
  to: string
}

/**
 * A link within the site. It loads its page on hover, focus or touch, and changes pages without a reload. On the
 * current path it scrolls to the top and reloads (S2.16). Clicks with a modifier key or another mouse button are left
 * to the browser.
 */
export function Link({ to, onClick, ...props }: LinkProps) {
  const { load } = use(NavigationContext)
  const follow = useFollowLink()
  const intent = () => {
    // The query and the fragment do not change which page is loaded.
    load(to.replace(/[?#].*/, '')).catch(() => {})
  }

  function clicked(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    follow(event, to)
  }

  return <a href={to} {...props} onClick={clicked} onPointerEnter={intent} onFocus={intent} onTouchStart={intent} />
}

/** Returns a function that handles a click on a link within the site, as `Link` does. */
export function useFollowLink(): (event: MouseEvent, to: string) => void {
  const { pathname } = useLocation()
  const go = useLoadAndNavigate()
  return (event, to) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !plain) return
    event.preventDefault()
    const [path, hash] = to.split('#')
    if (path !== pathname || hash) return go(to)
    window.scrollTo({ top: 0, behavior: 'instant' })
    window.location.reload()
  }
}
