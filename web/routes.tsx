import { pages } from 'virtual:content'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { App } from './app.tsx'
import { ErrorPage } from './error-page.tsx'
import { notFoundPage } from './kit/head.ts'
import type { PageSummary } from './kit/page.ts'

const contents = import.meta.glob<typeof import('*.mdx')>('../content/*.mdx')
const loaded = new Map<string, ComponentType>()

const pageAt = (path: string): PageSummary => pages.find((page) => page.path === path) ?? notFoundPage

async function load(page: PageSummary): Promise<ComponentType> {
  if (page === notFoundPage) return (await import('./not-found.tsx')).NotFound
  const content = contents[`../content/${page.file}`]
  if (page.path === '/') {
    const [{ Home, homeComponents }, home] = await Promise.all([import('./home/home.tsx'), content?.()])
    return () => <Home>{home && <home.default components={homeComponents} />}</Home>
  }
  const [{ Article, articleComponents }, article] = await Promise.all([import('./articles/article.tsx'), content?.()])
  return () => (
    <Article page={page} pages={pages} headings={article?.headings ?? []} minutes={article?.minutes}>
      {article && <article.default components={articleComponents} />}
    </Article>
  )
}

/** Loads the page at a path, so that it can be rendered at once; called again it costs nothing. */
export async function loadRoute(path: string): Promise<ComponentType> {
  const page = pageAt(path)
  const component = loaded.get(page.path) ?? (await load(page))
  loaded.set(page.path, component)
  return component
}

/**
 * A page to go to. The code of a version that is no longer served cannot be loaded, but its page can: then the browser
 * goes there by itself, which also brings the new version.
 */
function route(path: string, page: PageSummary): RouteObject {
  const Component = loaded.get(page.path)
  const base = { path, handle: page, ErrorBoundary: ErrorPage }
  if (Component) return { ...base, Component }
  const lazy = async () => {
    try {
      return { Component: await loadRoute(page.path) }
    } catch (error) {
      if (!navigator.onLine || page === notFoundPage) throw error
      window.location.assign(page.path)
      return new Promise<never>(() => {})
    }
  }
  return { ...base, lazy }
}

/** The routes: the application around every page of content/. @param onReady called when the application answers */
export function routes(onReady?: () => void): RouteObject[] {
  const children = [...pages.map((page) => route(page.path, page)), route('*', notFoundPage)]
  return [{ element: <App pages={pages} prefetch={loadRoute} onReady={onReady} />, ErrorBoundary: ErrorPage, children }]
}
