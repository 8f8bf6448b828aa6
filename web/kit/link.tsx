import { type MouseEvent, use } from 'react'
import { type LinkProps, Link as RouterLink, useLocation, useResolvedPath } from 'react-router'
import { PrefetchContext } from './prefetch.ts'

/**
 * A link within the site: loads its page on intent, changes pages with a view transition, and on the current path
 * refreshes and scrolls to the top (S2.16).
 */
export function Link({ onClick, ...props }: LinkProps) {
  const prefetch = use(PrefetchContext)
  const here = useLocation()
  const target = useResolvedPath(props.to)
  const intent = () => prefetch(target.pathname)

  function refreshIfHere(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !plain || target.hash || target.pathname !== here.pathname) return
    event.preventDefault()
    window.scrollTo({ top: 0, behavior: 'instant' })
    window.location.reload()
  }

  return (
    <RouterLink
      viewTransition
      {...props}
      onClick={refreshIfHere}
      onPointerEnter={intent}
      onFocus={intent}
      onTouchStart={intent}
    />
  )
}
