import { pages } from 'virtual:content'
import { listArticlesByDate } from '../kit/articles.ts'
import { Link } from '../kit/link.tsx'
import { findAllArticlesPage } from '../kit/page.ts'
import { ArticleItems } from '../ui/article-items.tsx'

const LATEST_MAX = 6

interface LatestProps {
  title: string
  /** The text of the link to the list of all articles. */
  link: string
}

/** The latest articles on the home page. Renders nothing on a site without articles. */
export function Latest({ title, link }: LatestProps) {
  const all = findAllArticlesPage(pages)
  if (!all) return null
  return (
    <nav className="latest" aria-labelledby="latest">
      <h2 id="latest">{title}</h2>
      <ArticleItems articles={listArticlesByDate(pages).slice(0, LATEST_MAX)} />
      <Link className="stage-link tall-link" to={all.path}>
        {link}
      </Link>
    </nav>
  )
}
