import { site } from '#site'

/** Where else to find the author, and the feeds. */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <p>
        <span className="brand">{site.name}</span> {site.motto}
      </p>
      <ul>
        <li>
          <a href={site.leaderboard.url} rel="noopener">
            {site.leaderboard.name} ↗
          </a>
        </li>
        {site.social.map(({ name, url }) => (
          <li key={url}>
            <a href={url} rel="me noopener">
              {name} ↗
            </a>
          </li>
        ))}
        <li>
          <a href="/feed.xml">RSS feed</a>
        </li>
      </ul>
    </footer>
  )
}
