import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { startWaiting } from './comments/start-waiting.ts'
import { FailedPage } from './failed-page.tsx'
import { ErrorBoundary } from './kit/error-boundary.tsx'
import { NavigationContext } from './kit/go.ts'
import { startLive } from './kit/live.ts'
import { nativePlatform } from './kit/native.ts'
import { tellVisited } from './kit/service-worker.ts'
import { Menu } from './menu/menu.tsx'
import { Notices } from './notices/notices.tsx'
import { loadPage, Page } from './page-loader.tsx'
import { pages } from './pages.ts'
import { Push } from './push/push.tsx'
import { RouteChange } from './route-change.tsx'
import { Search } from './search/search.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { VersionBanner } from './version/version-banner.tsx'

/** The application: the page of the current address, and what stands around every page. `children` have no place of their own. */
export function App({ onReady, children }: { onReady?: () => void; children?: ReactNode }) {
  const { pathname } = useLocation()
  const [offline, setOffline] = useState(false)
  useEffect(() => onReady?.(), [onReady])
  useEffect(startLive, [])
  useEffect(startWaiting, [])
  useEffect(() => tellVisited(pathname), [pathname])
  return (
    <NavigationContext value={{ load: loadPage, offline: () => setOffline(true) }}>
      <div className="page" id="page">
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        {/* The files of the native app are its own, and a reload brings no others. */}
        {!nativePlatform && (
          <Strip>
            <VersionBanner />
          </Strip>
        )}
        <SiteHeader />
        <main id="content" tabIndex={-1}>
          <ErrorBoundary key={pathname} fallback={FailedPage}>
            <Page path={pathname} />
          </ErrorBoundary>
        </main>
        <SiteFooter />
      </div>
      <div className="foot">
        <Strip>
          <Push />
        </Strip>
        <Strip>
          <Notices />
        </Strip>
      </div>
      <Strip>
        <Menu pages={pages} />
      </Strip>
      <Strip>
        <Search />
      </Strip>
      <RouteChange />
      {children}
      {offline && (
        <p className="toast" role="alert">
          You are offline, and that page has not been loaded yet. Try again when you are connected.
        </p>
      )}
    </NavigationContext>
  )
}

/** What stands around every page: when one of it cannot be drawn, it is left out. */
const Strip = ({ children }: { children: ReactNode }) => <ErrorBoundary fallback={() => null}>{children}</ErrorBoundary>
