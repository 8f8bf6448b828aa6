import { App } from '@capacitor/app'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Router } from 'react-router'
import { createMemoryHistory, type MemoryHistory } from './memory-history.ts'
import { sitePath } from './site-address.ts'

/** The history of the app, beginning with the page of the address that has opened it, or with Home. */
export async function openHistory(): Promise<MemoryHistory> {
  const launch = await App.getLaunchUrl()
  return createMemoryHistory((launch && sitePath(launch.url)) || '/')
}

/** What BrowserRouter is in a browser. */
export function NativeRouter({ history, children }: { history: MemoryHistory; children: ReactNode }) {
  const arrival = useSyncExternalStore(history.subscribe, history.arrival)
  return (
    <Router {...arrival} navigator={history.navigator} useTransitions={false}>
      {children}
    </Router>
  )
}
