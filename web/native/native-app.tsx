import { App } from '@capacitor/app'
import { type ReactElement, type ReactNode, useSyncExternalStore } from 'react'
import { Router } from 'react-router'
import { createMemoryHistory, type MemoryHistory } from './memory-history.ts'
import { NativeEvents } from './native-events.tsx'
import { toSitePath } from './site-address.ts'

/** What the native app adds to the site. */
export interface NativeApp {
  /** The page that it opens with. */
  path: string
  /** Stands in for the browser's history. */
  router: (children: ReactNode) => ReactElement
  /** Stands inside the application. */
  events: ReactElement
}

/** Asks the app where to begin. @param isPage whether the site has a page at a path */
export async function openNativeApp(isPage: (pathname: string) => boolean): Promise<NativeApp> {
  const history = await openNativeHistory()
  return {
    path: history.arrival().location.pathname,
    router: (children) => <NativeRouter history={history}>{children}</NativeRouter>,
    events: <NativeEvents history={history} isPage={isPage} />,
  }
}

/** The history of the app, beginning with the page of the address that has opened it, or with Home. */
async function openNativeHistory(): Promise<MemoryHistory> {
  const launch = await App.getLaunchUrl()
  return createMemoryHistory((launch && toSitePath(launch.url)) || '/')
}

/** What BrowserRouter is in a browser. */
function NativeRouter({ history, children }: { history: MemoryHistory; children: ReactNode }) {
  const arrival = useSyncExternalStore(history.subscribe, history.arrival)
  return (
    <Router {...arrival} navigator={history.navigator} useTransitions={false}>
      {children}
    </Router>
  )
}
