import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

// The default scheduler would delay results by one timer.
notifyManager.setScheduler(queueMicrotask)

/**
 * The query client of the screens behind a login. Queries are not cached after their screen is left, because another
 * person may log in, and forms start with the server's values. A failure is shown with a button to try again, so
 * queries are not retried silently.
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

/** Provides the query client to its children. */
export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
