import { pages as articles } from 'virtual:content'
import { site } from '#site'
import { Link } from './kit/link.tsx'
import { useFeatures } from './kit/web-feature.ts'

/** The footer of every page: links to the author's profiles, feeds and legal pages. */
export function SiteFooter() {
  const links = useFeatures().flatMap(({ links = [] }) => links)
  return (
    <footer className="spread site-footer screen-only">
      <p>
        <span className="brand tall-link">{site.name}</span> {site.motto}
      </p>
      <ul className="links">
        {site.links.map(({ name, url }) => (
          <li key={url}>
            <a href={url} rel="noopener">
              {name} ↗
            </a>
          </li>
        ))}
        {site.social.map(({ name, url }) => (
          <li key={url}>
            <a href={url} rel="me noopener">
              {name} ↗
            </a>
          </li>
        ))}
        {links.map(({ to, title }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
        <li>
          <a href="/feed.xml">RSS feed</a>
        </li>
        {articles
          .filter(({ footer }) => footer)
          .map(({ path, title }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>
            </li>
          ))}
      </ul>
    </footer>
  )
}
