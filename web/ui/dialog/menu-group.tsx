import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../kit/link.tsx'
import { isListedArticle, type PageSummary } from '../../kit/page.ts'
import type { Subject } from '../../look/subjects.ts'
import { Icon } from '../icon.tsx'

/** The number of pages after which a group omits articles, because the HTML of every page contains the menu. */
const PAGES_MAX = 12

interface MenuGroupProps {
  title: string
  subject?: Subject
  locked?: boolean
  pages?: PageSummary[]
  /** The page that lists all articles. */
  list?: PageSummary | undefined
  /** Further items after the pages. */
  children?: ReactNode
}

/**
 * One group of the menu: a native `details` element. Only one group is open at a time. At first, the group of the
 * current page is open.
 */
export function MenuGroup({ title, subject, locked = false, pages = [], list, children }: MenuGroupProps) {
  const { pathname } = useLocation()
  const shown = list ? pages.filter((page, place) => place < PAGES_MAX || !isListedArticle(page)) : pages
  return (
    <details name="menu-group" data-subject={subject} open={pages.some((page) => page.path === pathname)}>
      <summary className="menu-title" data-locked={locked || undefined}>
        {title}
        {locked && (
          <>
            <Icon name="lock" />
            <span className="visually-hidden">(locked)</span>
          </>
        )}
        <Icon name="chevron" />
      </summary>
      <ul>
        {shown.map((page) => (
          <li key={page.path}>
            <MenuLink to={page.path} className="menu-item">
              {page.title}
            </MenuLink>
          </li>
        ))}
        {list && shown.length < pages.length && (
          <li>
            <MenuLink to={list.path} className="menu-item">
              More articles
            </MenuLink>
          </li>
        )}
        {children}
      </ul>
    </details>
  )
}

interface MenuLinkProps {
  to: string
  className: string
  children: ReactNode
  'data-subject'?: Subject
}

export function MenuLink(props: MenuLinkProps) {
  const { pathname } = useLocation()
  return <Link {...props} aria-current={pathname === props.to ? 'page' : undefined} />
}
