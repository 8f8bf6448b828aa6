import { type ReactNode, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, NavigationType, Router } from 'react-router'
import { cancelNavigation } from './go.ts'

/**
 * Connects the application to the browser's history. The component of React Router would also load code for links and
 * forms, which the site does not use. kit/go.ts loads a page before it navigates, so no React transitions are needed
 * here.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setArrival] = useState(() => ({ action: history.action, location: history.location }))
  useLayoutEffect(
    () =>
      history.listen((arrival) => {
        if (arrival.action === NavigationType.Pop) cancelNavigation()
        setArrival(arrival)
      }),
    [history],
  )
  return (
    <Router location={location} navigationType={action} navigator={history} useTransitions={false}>
      {children}
    </Router>
  )
}
