import { site } from '#site'
import { listArticlesByDate } from '../kit/articles.ts'
import { Link } from '../kit/link.tsx'
import type { PageSummary } from '../kit/page.ts'
import { ArticleItems, TagLinks } from '../ui/article-items.tsx'

/** A page that lists articles by year, the newest first: all of them, or those with a tag. */
export function ArticleListPage({ page, pages }: { page: PageSummary; pages: PageSummary[] }) {
  const tag = page.list?.tag
  const articles = listArticlesByDate(pages).filter(({ tags }) => tag === undefined || tags?.includes(tag))
  const lists = pages.filter(({ list }) => list)
  const years = [...new Set(articles.map(({ published }) => published.slice(0, 4)))]
  return (
    <div className="article-list">
      <header className="sky-head">
        <div>
          <h1>{page.title}</h1>
          <p className="lead">
            {articles.length === 1 ? '1 article.' : `${articles.length} articles, the newest first.`}
          </p>
        </div>
        {lists.length > 1 && <TagLinks lists={lists} current={page} />}
      </header>
      {years.map((year) => (
        <section key={year} aria-labelledby={`year-${year}`}>
          <h2 id={`year-${year}`}>{year}</h2>
          <ArticleItems articles={articles.filter(({ published }) => published.startsWith(year))} />
        </section>
      ))}
      {site.features.newsletter && (
        <p>
          <Link className="tall-link" to="/newsletter">
            Get new articles by mail
          </Link>
        </p>
      )}
    </div>
  )
}
