import { Link } from '../kit/link.tsx'
import type { PageSummary } from '../kit/page.ts'
import { Icon } from '../ui/icon.tsx'

/** Where to go next: the following page of the group, large, and the others; from the last page on to the next group. */
export function NextInGroup({ page, pages }: { page: PageSummary; pages: PageSummary[] }) {
  const grouped = pages.filter((other) => other.group)
  const next = grouped[(grouped.indexOf(page) + 1) % grouped.length]
  const others = grouped.filter((other) => other.group === page.group && other !== page && other !== next)
  if (!next || next === page) return null
  return (
    <nav className="next-in-group" aria-label="Where to go next">
      <Link className="next-page" to={next.path} data-subject={next.subject}>
        <span>{next.group === page.group ? `Next in ${page.group}` : `On to ${next.group}`}</span>
        <strong>{next.heading ?? next.title}</strong>
        <Icon name="arrow" />
      </Link>
      {others.length > 0 && (
        <ul className="links">
          {others.map((other) => (
            <li key={other.path}>
              <Link to={other.path}>{other.title}</Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
