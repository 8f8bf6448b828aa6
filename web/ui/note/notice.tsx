import { useId } from 'react'
import type { Notice } from '#contract/notices.ts'
import { Link } from '../../kit/link.tsx'
import { Icon } from '../icon.tsx'
import './notice.css'

interface NoticeRowProps {
  notice: Pick<Notice, 'message' | 'priority' | 'links'>
  /** Called when the notice is dismissed. Without it, the notice has no button to dismiss it. */
  onDismiss?: () => void
}

/** One notice (S3.06), in the strip and in the preview at the desk. */
export function NoticeRow({ notice: { message, priority = 'normal', links = [] }, onDismiss }: NoticeRowProps) {
  const words = useId()
  return (
    <div className="foot-row notice" data-priority={priority}>
      <p id={words}>
        {priority === 'high' && (
          <span className="notice-mark">
            <Icon name="alert" />
            Important
          </span>
        )}{' '}
        {message}
      </p>
      {links.length > 0 && (
        <ul className="links notice-links">
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
      {onDismiss && (
        <button
          type="button"
          className="round-button notice-dismiss"
          aria-label="Dismiss this notice"
          aria-describedby={words}
          onClick={onDismiss}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

/** Returns whether the application can navigate to an address: a page of this site, not a file such as /feed.xml. */
const isPage = (url: string) => /^\/[^.?#]*([?#]|$)/.test(url)
