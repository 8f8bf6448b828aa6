import { useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import type { PageSummary } from './kit/page.ts'
import { PrefetchContext } from './kit/prefetch.ts'
import { Menu } from './menu/menu.tsx'
import { RouteChange } from './route-change.tsx'
import { Search } from './search/search.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { VersionBanner } from './version/version-banner.tsx'

interface AppProps {
  pages: PageSummary[]
  prefetch: (path: string) => Promise<unknown>
  onReady: (() => void) | undefined
}

/** What stands around every page. */
export function App({ pages, prefetch, onReady }: AppProps) {
  useEffect(() => onReady?.(), [onReady])
  return (
    <PrefetchContext value={(path) => prefetch(path).catch(() => {})}>
      <div className="page" id="page">
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <VersionBanner />
        <SiteHeader />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
        <SiteFooter />
      </div>
      <Menu pages={pages} />
      <Search />
      <RouteChange />
      <ScrollRestoration />
    </PrefetchContext>
  )
}
