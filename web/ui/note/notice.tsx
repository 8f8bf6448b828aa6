import type { Notice } from '#contract/notices.ts'
import { Link } from '../../kit/link.tsx'
import { Icon } from '../icon.tsx'
import './notice.css'

interface NoticeRowProps {
  notice: Pick<Notice, 'message' | 'priority' | 'links'>
  /** The id of the message. */
  id?: string
}

/** One notice (S3.06), in the strip and in the preview at the desk. */
export function NoticeRow({ notice: { message, priority = 'normal', links = [] }, id }: NoticeRowProps) {
  return (
    <div className="foot-text notice" data-priority={priority}>
      <p id={id}>
        {priority === 'high' && (
          <span className="notice-mark">
            <Icon name="alert" />
            <span className="wide-words">Important</span>
          </span>
        )}{' '}
        {message}
      </p>
      {links.length > 0 && (
        <ul className="notice-links">
          {links.map(({ label, url }) => (
            <li key={label + url}>
              {isPage(url) ? (
                <Link to={url}>{label}</Link>
              ) : (
                <a href={url} rel="noopener">
                  {label}
                  {!url.startsWith('/') && ' ↗'}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns whether the application can navigate to an address: a page of this site, not a file such as /feed.xml. */
const isPage = (url: string) => /^\/[^.?#]*([?#]|$)/.test(url)
