import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

// The default scheduler delays results by one timer.
notifyManager.setScheduler(queueMicrotask)

/**
 * The queries of screens behind a login. They are not cached after the screen is left, because another person may log in, and
 * forms start with the server's values. A failure is shown with a button to try again, so there are no silent retries.
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

/** Provides the query client to the screens inside. */
export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
