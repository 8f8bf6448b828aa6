import { App } from '@capacitor/app'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Router } from 'react-router'
import { createMemoryHistory, type MemoryHistory } from './memory-history.ts'
import { NativeEvents, toSitePath } from './native-events.tsx'

/**
 * Opens the history of the app and returns the parts that the app adds to the site. The history starts with the address that has
 * opened the app, or with Home.
 * @param isPage returns whether the site has a page at a path
 */
export async function openNativeApp(isPage: (pathname: string) => boolean) {
  const launch = await App.getLaunchUrl()
  const history = createMemoryHistory((launch && toSitePath(launch.url)) || '/')
  return {
    /** The path that the app opens with. */
    path: history.arrival().location.pathname,
    router: (children: ReactNode) => <NativeRouter history={history}>{children}</NativeRouter>,
    /** Handles events of the app; rendered inside the application. */
    events: <NativeEvents history={history} isPage={isPage} />,
  }
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
