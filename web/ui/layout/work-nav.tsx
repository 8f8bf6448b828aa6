import { useEffect, useRef } from 'react'
import { Link } from '../../kit/link.tsx'
import '../ui.css'

interface WorkNavProps {
  label: string
  /** Where each page is, and what it is called. */
  places: readonly (readonly [path: string, text: string])[]
  /** The path of the page that is open. */
  at: string
}

/** The way to the other pages of a place to work. On a phone it is one row that scrolls, with the open page in sight. */
export function WorkNav({ label, places, at }: WorkNavProps) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may be out of sight.
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
