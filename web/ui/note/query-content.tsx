import type { ReactNode } from 'react'
import { getErrorMessage } from '../../api/problem.ts'
import { ProblemNote } from './problem-note.tsx'

interface QueryContentProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Shown until the data are loaded. */
  loading: ReactNode
  children: (data: T) => ReactNode
}

/**
 * Shows the data of a query. When the latest fetch failed, the problem is shown above the data, with a button to try
 * again.
 */
export const QueryContent = <T,>({ query: { data, error, refetch }, loading, children }: QueryContentProps<T>) => (
  <>
    {error && <ProblemNote text={getErrorMessage(error) ?? ''} onRetry={refetch} />}
    {data ? children(data) : !error && loading}
  </>
)
