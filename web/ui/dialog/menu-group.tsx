import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../kit/link.tsx'
import type { PageSummary } from '../../kit/page.ts'
import type { Subject } from '../../look/subjects.ts'
import { Icon } from '../icon.tsx'

interface MenuGroupProps {
  title: string
  subject?: Subject
  locked?: boolean
  pages?: PageSummary[]
  /** Further items after the pages. */
  children?: ReactNode
}

/**
 * One group of the menu: a native `details` element. Only one group is open at a time. At first, the group of the
 * current page is open.
 */
export function MenuGroup({ title, subject, locked = false, pages = [], children }: MenuGroupProps) {
  const { pathname } = useLocation()
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
        {pages.map((page) => (
          <li key={page.path}>
            <MenuLink to={page.path} className="menu-item">
              {page.title}
            </MenuLink>
          </li>
        ))}
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
