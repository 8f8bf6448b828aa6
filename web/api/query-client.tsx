import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

// What a query or a mutation has come to is shown in the same turn.
notifyManager.setScheduler(queueMicrotask)

/**
 * The queries of screens behind a login. A screen that is left keeps nothing: somebody else may be logged in next, and forms
 * begin with what the server has. A failure is shown with a way to try again, not tried again in silence.
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

/** Gives the screens inside their queries. */
export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
