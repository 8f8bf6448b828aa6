import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { getCommentAtomFeed } from '#contract/comments.ts'
import { toPageKey } from '#contract/page-key.ts'
import { buildEndpointPath } from '../../api/api.ts'
import { whenNear } from '../../device/when-near.ts'
import { ErrorBoundary } from '../../kit/error-boundary.tsx'
import type { PageSummary } from '../../kit/page.ts'
import { setWatchedPage } from '../../live/live.ts'
import type { CommentsProps } from './comments.tsx'

/** Comments load when they are at most one window height below the window. */
const LOAD_MARGIN = '0px 0px 100% 0px'

/** The comments of a page, or an error message when they cannot be rendered. */
export const PageComments = ({ page }: { page: PageSummary }) => (
  <ErrorBoundary fallback={CommentsFailed}>
    <LazyComments page={page} />
  </ErrorBoundary>
)

const CommentsFailed = () => (
  <section className="comments screen-only">
    <p role="alert">The comments cannot be shown. The error has been reported. Reload the page to try again.</p>
  </section>
)

/**
 * The section of comments at the end of a page. Its HTML reserves space, so that the layout does not shift. The
 * comments and their code load when the reader scrolls near, or when the URL links to a comment.
 */
export function LazyComments({ page }: { page: PageSummary }) {
  const pageKey = toPageKey(page.path)
  const { hash } = useLocation()
  const isLinked = hash.startsWith('#comment')
  const section = useRef<HTMLElement>(null)
  const [Comments, setComments] = useState<ComponentType<CommentsProps>>()
  const [hasFailed, setFailed] = useState(false)
  const [total, setTotal] = useState(0)

  useEffect(() => {
    setWatchedPage(pageKey)
    return () => setWatchedPage(null)
  }, [pageKey])

  useEffect(() => {
    if (!section.current) return
    const load = () => {
      import('./comments.tsx').then(
        ({ Comments }) => setComments(() => Comments),
        () => setFailed(true),
      )
    }
    if (!isLinked) return whenNear([section.current], LOAD_MARGIN, load)
    load()
  }, [isLinked])

  return (
    <section
      id="comments"
      className="comments screen-only"
      data-app="near"
      aria-labelledby="comments-title"
      ref={section}
    >
      <header className="spread comments-header">
        <h2 id="comments-title">{total > 0 ? `${total} ${total === 1 ? 'comment' : 'comments'}` : 'Comments'}</h2>
        {!page.private && (
          <a className="tall-link" href={buildEndpointPath(getCommentAtomFeed, { pageUrl: pageKey })}>
            Follow by feed
          </a>
        )}
      </header>
      <noscript>
        <p>
          Reading and writing comments needs scripts, which are off in this browser. The feed has them all the same.
        </p>
      </noscript>
      {Comments && <Comments key={pageKey} pageKey={pageKey} path={page.path} onTotal={setTotal} />}
      {hasFailed && (
        <div className="comments-failed" role="alert">
          <p>The comments could not be loaded. Check your connection and reload the page.</p>
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Reload
          </button>
        </div>
      )}
    </section>
  )
}
