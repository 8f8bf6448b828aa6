import { useEffect, useRef } from 'react'
import { Link } from '../../kit/link.tsx'
import '../ui.css'

interface WorkNavProps {
  label: string
  /** The path and the name of each linked page. */
  places: readonly (readonly [path: string, text: string])[]
  /** The path of the current page. */
  at: string
}

/**
 * Links to the other pages of the desk or of a kitchen. On a phone they are in one scrolling row, scrolled to the
 * current page.
 */
export function WorkspaceNav({ label, places, at }: WorkNavProps) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link to another page may be outside the visible part of the row.
  useEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && here) nav.current.scrollLeft = here.offsetLeft - (nav.current.clientWidth - here.offsetWidth) / 2
  }, [at])
  return (
    <nav ref={nav} className="tabs" aria-label={label}>
      {places.map(([path, text]) => (
        <Link key={path} to={path} aria-current={path === at ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
