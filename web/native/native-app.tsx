import type { ReactElement, ReactNode } from 'react'
import { NativeEvents } from './native-events.tsx'
import { NativeRouter, openHistory } from './native-router.tsx'

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
  const history = await openHistory()
  return {
    path: history.arrival().location.pathname,
    router: (children) => <NativeRouter history={history}>{children}</NativeRouter>,
    events: <NativeEvents history={history} isPage={isPage} />,
  }
}
