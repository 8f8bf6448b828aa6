import { useId, useState } from 'react'
import { Link } from '../../../kit/link.tsx'
import { type DeskPage, useFeatures } from '../../../kit/web-feature.ts'
import { Icon } from '../../../ui/icon.tsx'
import './desk-nav.css'

interface DeskNavProps {
  /** The path of the current page. */
  at: string
}

/** Links to all pages of the desk, by groups: beside the page where there is room, else behind a button. */
export function DeskNav({ at }: DeskNavProps) {
  const groups = groupPages(useFeatures().flatMap(({ deskPages = [] }) => deskPages))
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const linkOf = ({ path, title }: Pick<DeskPage, 'title'> & { path: string }) => (
    <li key={path}>
      <Link to={path} aria-current={path === at ? 'page' : undefined}>
        {title}
      </Link>
    </li>
  )
  return (
    <nav className="desk-nav" aria-label="Desk">
      <button
        type="button"
        className="desk-nav-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        All pages of the desk
        <Icon name="chevron" />
      </button>
      <div id={id} className="desk-nav-groups" data-open={isOpen || undefined}>
        <ul className="desk-nav-group">{linkOf({ path: '/desk', title: 'Overview' })}</ul>
        {groups.map(([title, pages], place) => (
          <div key={title} className="desk-nav-group">
            <p id={`${id}-${place}`}>{title}</p>
            <ul aria-labelledby={`${id}-${place}`}>{pages.map(linkOf)}</ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

/** Returns the groups in the order of their first pages. */
function groupPages(pages: readonly DeskPage[]): [title: string, pages: DeskPage[]][] {
  const groups = new Map<string, DeskPage[]>()
  for (const page of pages) groups.set(page.group, [...(groups.get(page.group) ?? []), page])
  return [...groups]
}
