import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from './session.ts'

// The default scheduler is a timer, which would delay the rendering of each result.
notifyManager.setScheduler(queueMicrotask)

/**
 * The query client of the screens behind a login. The cache of a query is removed when its screen is left. So another
 * person who logs in never sees it, and forms start with the server's values. A failed query is not retried silently,
 * because its screen shows the failure with a button to try again.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 0,
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { gcTime: 0, networkMode: 'always' },
  },
})

// In another tab, somebody else may log in while a screen is open. The screen then fetches the data of the new user,
// and shows no data of the former user until then.
let owner = useSession.getState().user?.id
useSession.subscribe(({ user }) => {
  if (!user || user.id === owner) return
  if (owner !== undefined) void queryClient.resetQueries()
  owner = user.id
})

/** Provides the query client to its children. */
export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
