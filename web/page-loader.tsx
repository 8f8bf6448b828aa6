import { contents } from 'virtual:content'
import { type ComponentType, useEffect, useState } from 'react'
import { findPage } from '#contract/page-path.ts'
import { OFFLINE_PATH } from '#contract/service-worker.ts'
import { CommentsPlace } from './comments/comments-place.tsx'
import { ErrorBoundary } from './kit/error-boundary.tsx'
import { notFoundPage } from './kit/head.ts'
import type { PageSummary } from './kit/page.ts'
import { reloadHelped, reloadOnce } from './kit/reload-once.ts'
import { isBrowserHelpful } from './kit/service-worker.ts'
import { pages } from './pages.ts'

const loaded = new Map<PageSummary, ComponentType>()
const loading = new Map<PageSummary, Promise<ComponentType>>()

/** The page at a path, or at one it had before; the 404 page where there is none. */
export const pageAt = (path: string): PageSummary =>
  (path === missing && pages.find((page) => page.path === OFFLINE_PATH)) ||
  (pages.find((page) => page.aliases?.includes(path)) ?? findPage(pages, path) ?? notFoundPage)

/** The path at which the page stands that says that there is no connection; null mostly. */
let missing: string | null = null

/** Says that the document is not the page of its path: the service worker had none, and the offline page stands in. */
export function standIn(path: string): void {
  missing = path
}

/** Loads the code and the words of the page at a path; called again it costs nothing. @throws when they cannot be fetched */
export function loadPage(path: string): Promise<ComponentType> {
  const page = pageAt(path)
  const promise = loading.get(page) ?? load(page)
  loading.set(page, promise)
  promise.then(
    (component) => {
      loaded.set(page, component)
      reloadHelped(path)
    },
    () => loading.delete(page),
  )
  return promise
}

/**
 * The page at a path. Links load a page before they go there; only Back can lead to one that is not loaded, after a
 * reload. Then there is nothing until it is here, and without a connection the error boundary says so.
 */
export function Page({ path }: { path: string }) {
  const Component = loaded.get(pageAt(path))
  const [failure, fail] = useState<Error>()
  const [, here] = useState<ComponentType>()
  useEffect(() => {
    if (Component) return
    loadPage(path).then(
      (component) => here(() => component),
      (error) => (isBrowserHelpful() && reloadOnce(path)) || fail(error),
    )
  }, [path, Component])
  if (failure) throw failure
  return Component ? <Component /> : null
}

async function load(page: PageSummary): Promise<ComponentType> {
  if (page.screen) {
    const { screenModules } = await import('./screen-modules.ts')
    const screen = await screenModules[page.screen]?.()
    if (screen) return screen.Screen
  }
  if (page === notFoundPage) return (await import('./not-found.tsx')).NotFound
  const content = contents[pages.indexOf(page)]
  const comments = page.footer ? null : (
    <ErrorBoundary key={page.path} fallback={CommentsFailed}>
      <CommentsPlace page={page} />
    </ErrorBoundary>
  )
  if (page.path === '/') {
    const [{ Home, homeComponents }, home] = await Promise.all([import('./home/home.tsx'), content?.()])
    return () => (
      <>
        <Home>{home && <home.default components={homeComponents} />}</Home>
        {comments}
      </>
    )
  }
  if (page.private) {
    const [{ Article }, { PrivateWords, ReadersOnly }] = await Promise.all([
      import('./articles/article.tsx'),
      import('./articles/private-words.tsx'),
    ])
    return () => (
      <ReadersOnly>
        <Article page={page} pages={pages} headings={[]} minutes={undefined} comments={comments}>
          <PrivateWords path={page.path} />
        </Article>
      </ReadersOnly>
    )
  }
  const [{ Article, articleComponents }, article] = await Promise.all([import('./articles/article.tsx'), content?.()])
  return () => (
    <Article
      page={page}
      pages={pages}
      headings={article?.headings ?? []}
      minutes={article?.minutes}
      comments={comments}
    >
      {article && <article.default components={articleComponents} />}
    </Article>
  )
}

/** Stands in for the comments of a page, which can be read all the same. */
const CommentsFailed = () => (
  <section className="comments">
    <p role="alert">The comments cannot be shown. The error has been reported. Reload the page to try again.</p>
  </section>
)
