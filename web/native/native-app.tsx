import { App } from '@capacitor/app'
import { type ReactElement, type ReactNode, useSyncExternalStore } from 'react'
import { Router } from 'react-router'
import { createMemoryHistory, type MemoryHistory } from './memory-history.ts'
import { NativeEvents } from './native-events.tsx'
import { toSitePath } from './site-address.ts'

/** The parts that the native app adds to the site. */
export interface NativeApp {
  /** The path that the app opens with. */
  path: string
  /** Renders the router, in place of BrowserRouter. */
  router: (children: ReactNode) => ReactElement
  /** Handles events of the app; rendered inside the application. */
  events: ReactElement
}

/** Opens the history of the app and returns its parts. @param isPage returns whether the site has a page at a path */
export async function openNativeApp(isPage: (pathname: string) => boolean): Promise<NativeApp> {
  const history = await openNativeHistory()
  return {
    path: history.arrival().location.pathname,
    router: (children) => <NativeRouter history={history}>{children}</NativeRouter>,
    events: <NativeEvents history={history} isPage={isPage} />,
  }
}

/** Opens the history of the app. It starts with the address that has opened the app, or with Home. */
async function openNativeHistory(): Promise<MemoryHistory> {
  const launch = await App.getLaunchUrl()
  return createMemoryHistory((launch && toSitePath(launch.url)) || '/')
}

/** The router of the native app, in place of BrowserRouter. */
function NativeRouter({ history, children }: { history: MemoryHistory; children: ReactNode }) {
  const arrival = useSyncExternalStore(history.subscribe, history.arrival)
  return (
    <Router {...arrival} navigator={history.navigator} useTransitions={false}>
      {children}
    </Router>
  )
}
