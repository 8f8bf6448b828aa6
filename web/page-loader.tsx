import { pages as articles } from 'virtual:content'
import { contents } from 'virtual:page-modules'
import { type ComponentType, useEffect, useState } from 'react'
import { findPage } from '#contract/page-path.ts'
import { OFFLINE_PATH } from '#contract/service-worker.ts'
import { site } from '#site'
import { loadText, renderCompiledPage, type TextComponents } from './articles/text.ts'
import { allowReloadAgain, reloadOnce } from './device/reload-once.ts'
import { canLoadPages } from './device/service-worker.ts'
import { ArticleEndSections } from './kit/article-end.tsx'
import { notFoundPage } from './kit/head.ts'
import type { PageSummary } from './kit/page.ts'

const loaded = new Map<PageSummary, ComponentType>()
const loading = new Map<PageSummary, Promise<ComponentType>>()

/** The screens; undefined until their list has been loaded. */
let screens: PageSummary[] | undefined

/** Loads the list of screens: the pages that are not articles. */
export async function loadScreenList(): Promise<PageSummary[]> {
  screens = (await import('./screens.tsx')).screens
  return screens
}

/**
 * Returns the page at a path or alias, or the 404 page. Returns undefined when the path is not an article and the
 * screens are not loaded.
 */
export const findPageOrNotFoundPage = (path: string): PageSummary | undefined =>
  path === offlinePath
    ? screens?.find((page) => page.path === OFFLINE_PATH)
    : (findPage([...articles, ...(screens ?? [])], path) ?? (screens && notFoundPage))

/**
 * Finds the page at a path (`findPageOrNotFoundPage`), and loads the list of screens if needed.
 * @throws when the list of screens cannot be fetched
 */
export async function resolvePageSummary(path: string): Promise<PageSummary> {
  const page = findPageOrNotFoundPage(path)
  if (page) return page
  await loadScreenList()
  return findPageOrNotFoundPage(path) ?? notFoundPage
}

/** The path at which the service worker served the offline page; null if it has not served the offline page. */
let offlinePath: string | null = null

/** Shows the offline page at a path, because the service worker had no copy of the requested page. */
export function setOfflinePath(path: string): void {
  offlinePath = path
}

/**
 * Loads the code and content of the page at a path. A page that is already loaded is not loaded again.
 * @throws when they cannot be fetched
 */
export async function loadPage(path: string): Promise<ComponentType> {
  const page = await resolvePageSummary(path)
  const promise = loading.get(page) ?? loadComponent(page)
  loading.set(page, promise)
  promise.then(
    (component) => {
      loaded.set(page, component)
      allowReloadAgain(path)
    },
    () => loading.delete(page),
  )
  return promise
}

/**
 * Renders the page at a path. Links load a page before they navigate, so only Back after a reload can lead to a page
 * that is not loaded. The content of such a page is empty until the page is loaded. If the load fails, the error
 * boundary shows the failure.
 */
export function PageAtPath({ path }: { path: string }) {
  const page = findPageOrNotFoundPage(path)
  const Component = page && loaded.get(page)
  const [failure, fail] = useState<Error>()
  const [, here] = useState<ComponentType>()
  useEffect(() => {
    if (Component) return
    loadPage(path).then(
      (component) => here(() => component),
      (error) => (canLoadPages() && reloadOnce(path)) || fail(error),
    )
  }, [path, Component])
  if (failure) throw failure
  return Component ? <Component /> : null
}

async function loadComponent(page: PageSummary): Promise<ComponentType> {
  if (page.screen) {
    const { loadScreen } = await import('./screens.tsx')
    return loadScreen({ ...page, screen: page.screen })
  }
  if (page === notFoundPage) return (await import('./not-found.tsx')).NotFound
  if (page.list) {
    const { ArticleListPage } = await import('./articles/article-list.tsx')
    return () => <ArticleListPage page={page} pages={articles} />
  }
  if (page.path === '/') {
    const [{ HomeLayout, homeComponents }, { articleComponents }, { render }] = await Promise.all([
      import('./home/home.tsx'),
      import('./articles/article.tsx'),
      loadContent(page),
    ])
    const body = render({ ...articleComponents, ...homeComponents })
    return () => (
      <>
        <HomeLayout>{body}</HomeLayout>
        <ArticleEndSections page={page} />
      </>
    )
  }
  if (site.features.accounts && page.private) {
    const [{ Article }, { PrivateContent, ReadersOnly }] = await Promise.all([
      import('./articles/article.tsx'),
      import('./articles/private-content.tsx'),
    ])
    return () => (
      <ReadersOnly>
        <Article
          {...{ page, pages: articles, headings: [], minutes: undefined }}
          picture={page.scene}
          related={page.related ?? []}
        >
          <PrivateContent path={page.path} />
        </Article>
      </ReadersOnly>
    )
  }
  const [{ Article, articleComponents }, { headings, minutes, scene, related, render }] = await Promise.all([
    import('./articles/article.tsx'),
    loadContent(page),
  ])
  const body = render(articleComponents)
  return () => (
    <Article {...{ page, pages: articles, headings, minutes, related }} picture={scene}>
      {body}
    </Article>
  )
}

/** Loads the author's content of a page: a text, or a module when the page has code of its own. */
async function loadContent(page: PageSummary) {
  const loadModule = contents[articles.indexOf(page)]
  if (loadModule) {
    const { default: Body, ...facts } = await loadModule()
    return { ...facts, render: (components: TextComponents) => <Body components={components} /> }
  }
  const text = await loadText(page.path)
  return { ...text, render: (components: TextComponents) => renderCompiledPage(text, components) }
}
