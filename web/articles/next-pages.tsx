import { listSeriesParts } from '../kit/articles.ts'
import { Link } from '../kit/link.tsx'
import { isListedArticle, type PageSummary } from '../kit/page.ts'
import { ArticleItems } from '../ui/article-items.tsx'
import { Icon } from '../ui/icon.tsx'

const RELATED_MAX = 3

interface NextPagesProps {
  page: PageSummary
  pages: PageSummary[]
  /** The paths of related articles, the most similar first. */
  related: readonly string[]
}

/** Links to the previous and next pages of an article, and to related articles. */
export function NextPages({ page, pages, related }: NextPagesProps) {
  const steps = stepsFrom(page, pages)
  const others = pages
    .filter(isListedArticle)
    .filter(({ path }) => related.includes(path) && !steps.some(({ to }) => to.path === path))
    .sort((a, b) => related.indexOf(a.path) - related.indexOf(b.path))
    .slice(0, RELATED_MAX)
  if (steps.length === 0 && others.length === 0) return null
  return (
    <nav className="next-pages screen-only" aria-label="Where to go next">
      <div className="next-steps">
        {steps.map(({ label, to, rel }) => (
          <Link key={to.path} className="next-page" to={to.path} rel={rel} data-subject={to.subject}>
            <span>{label}</span>
            <strong>{to.heading ?? to.title}</strong>
            <Icon name="arrow" />
          </Link>
        ))}
      </div>
      {others.length > 0 && (
        <>
          <h2>Related</h2>
          <ArticleItems articles={others} />
        </>
      )}
    </nav>
  )
}

interface Step {
  label: string
  to: PageSummary
  rel: 'prev' | 'next'
}

/**
 * Returns the previous and next parts of the page's series. For the last part, and for a page without a series, returns
 * the next article of the menu instead of a next part.
 */
function stepsFrom(page: PageSummary, pages: PageSummary[]): Step[] {
  const parts = listSeriesParts(page, pages)
  const place = parts.findIndex(({ path }) => path === page.path)
  const previous = parts[place - 1]
  const next = place < 0 ? undefined : parts[place + 1]
  const following = next
    ? [{ label: `Next in ${page.series}`, to: next, rel: 'next' as const }]
    : nextInMenu(page, pages)
  return previous ? [{ label: `Previous in ${page.series}`, to: previous, rel: 'prev' }, ...following] : following
}

/**
 * Returns the article after a page in the menu. The last article of a group leads to the next group, and the last
 * article of the menu leads to the first one.
 */
function nextInMenu(page: PageSummary, pages: PageSummary[]): Step[] {
  const offered = pages.filter((other) => other === page || isListedArticle(other))
  const next = offered[(offered.indexOf(page) + 1) % offered.length]
  if (!next || next === page) return []
  return [{ label: next.group === page.group ? `Next in ${page.group}` : `On to ${next.group}`, to: next, rel: 'next' }]
}
