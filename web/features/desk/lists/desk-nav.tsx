import { useEffect, useId, useState } from 'react'
import { sumInboxCounts, useInboxCounts } from '../../../kit/inbox-counts.ts'
import { Link } from '../../../kit/link.tsx'
import { useFeatures } from '../../../kit/web-feature.ts'
import { Icon } from '../../../ui/icon.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import './desk-nav.css'

interface DeskNavProps {
  /** The path of the current page. */
  at: string
}

/**
 * Links to all pages of the desk, in groups. Wide screens show them beside the page, narrow screens behind a button.
 */
export function DeskNav({ at }: DeskNavProps) {
  const pages = useFeatures().flatMap(({ deskPages = [] }) => deskPages)
  const groups = [...Map.groupBy(pages, ({ group }) => group)]
  const { waiting, fetchWaiting } = useInboxCounts()
  const hasCounts = pages.some(({ waiting }) => waiting)
  useEffect(() => {
    if (hasCounts) fetchWaiting()
  }, [hasCounts, fetchWaiting])
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const linkOf = (path: string, title: string, count = 0) => {
    return (
      <li key={path}>
        <Link className="tall-link" to={path} aria-current={path === at ? 'page' : undefined}>
          {title}
          {count > 0 && (
            <span className="tag" data-kind="role">
              {count}
              <span className="visually-hidden"> waiting</span>
            </span>
          )}
        </Link>
      </li>
    )
  }
  return (
    <nav className="desk-nav" aria-label="Desk">
      <QuietButton
        className="desk-nav-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        All pages of the desk
        <Icon name="chevron" />
      </QuietButton>
      <div id={id} className="desk-nav-groups" data-open={isOpen || undefined}>
        <ul className="desk-nav-group">{linkOf('/desk', 'Overview', sumInboxCounts(waiting))}</ul>
        {groups.map(([title, pages], place) => (
          <div key={title} className="desk-nav-group">
            <p id={`${id}-${place}`}>{title}</p>
            <ul aria-labelledby={`${id}-${place}`}>
              {pages.map(({ path, title, waiting: kind }) => linkOf(path, title, kind && waiting[kind]))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
