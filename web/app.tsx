import { pages as articles } from 'virtual:content'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { site } from '#site'
import { callAll } from './device/listen.ts'
import { sendVisitedPath } from './device/service-worker.ts'
import { FailedPage } from './failed-page.tsx'
import { features } from './features.ts'
import { ErrorBoundary } from './kit/error-boundary.tsx'
import { createNavigation, NavigationContext } from './kit/go.ts'
import { startVisit } from './kit/visits.ts'
import { FeaturesContext, type WebFeature } from './kit/web-feature.ts'
import { Menu } from './menu/menu.tsx'
import { loadPage, PageAtPath } from './page-loader.tsx'
import { RouteChange } from './route-change.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { Toast } from './ui/toast.tsx'

interface AppProps {
  /** Called in an effect of the first render. */
  onMount?: () => void
  /** Called after React has rendered the state that the first effects set. From then on, the page reacts to presses. */
  onReady?: () => void
  /** Rendered after the page and its strips. */
  children?: ReactNode
}

/** Renders the page of the current path with the header, footer, menu and strips of every page. */
export function App({ onMount, onReady, children }: AppProps) {
  const { pathname } = useLocation()
  const [offline, setOffline] = useState(false)
  const navigation = createNavigation(loadPage, useNavigate(), setOffline)
  useEffect(() => onMount?.(), [onMount])
  useEffect(startFeatures, [])
  useEffect(() => {
    sendVisitedPath(pathname)
    if (site.features.statistics) startVisit(pathname)
  }, [pathname])
  return (
    <FeaturesContext value={features}>
      <NavigationContext value={navigation}>
        <div className="page" id="page">
          <a className="skip-link ink-pill screen-only" href="#content">
            Skip to content
          </a>
          <SiteHeader />
          <main id="content" tabIndex={-1}>
            <ErrorBoundary key={pathname} fallback={FailedPage}>
              <PageAtPath path={pathname} />
            </ErrorBoundary>
          </main>
          <SiteFooter />
        </div>
        <div className="foot screen-only">{stripsOf(features, 'FootStrip')}</div>
        <Strip>
          <Menu pages={articles} />
        </Strip>
        {stripsOf(features, 'Overlay')}
        <RouteChange />
        {children}
        {onReady && <Ready onReady={onReady} />}
        {offline && (
          <Toast onEnd={() => setOffline(false)}>
            You are offline, and that page has not been loaded yet. Try again when you are connected.
          </Toast>
        )}
      </NavigationContext>
    </FeaturesContext>
  )
}

/**
 * Calls `onReady` after React has rendered the state that the page's first effects set. `isMounted` is part of this
 * state, so React runs the second effect after that rendering.
 */
function Ready({ onReady }: { onReady: () => void }) {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  useEffect(() => {
    if (isMounted) onReady()
  }, [isMounted, onReady])
  return null
}

/** Runs the `start` of each feature. Returns a function that stops all features. */
const startFeatures = () => callAll(...features.map(({ start }) => start?.()))

const stripsOf = (list: readonly WebFeature[], slot: 'FootStrip' | 'Overlay') =>
  list.map(
    ({ name, [slot]: Part }) =>
      Part && (
        <Strip key={name}>
          <Part />
        </Strip>
      ),
  )

/** Renders a part of the page's frame, such as a strip, and leaves it out when it throws. */
const Strip = ({ children }: { children: ReactNode }) => <ErrorBoundary fallback={() => null}>{children}</ErrorBoundary>
