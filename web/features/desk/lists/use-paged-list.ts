import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getErrorMessage } from '../../../api/problem.ts'
import type { InfiniteListQueryOptions, ListPage, ListRow } from '../queries.ts'

export const getRowId = (row: ListRow): string => ('id' in row ? row.id : row.orderId)

/** Fetches a list page by page, and returns the rows of all fetched pages as one page. */
export function usePagedList<P extends ListPage>(query: InfiniteListQueryOptions<P>) {
  const client = useQueryClient()
  const result = useInfiniteQuery(query)
  const { data, error, isPlaceholderData, refetch } = result
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = result
  const pages = data?.pages
  // While the rows of a new filter load or cannot be loaded, the rows of the previous filter stay visible.
  const lastList = useRef<P>(undefined)
  lastList.current =
    pages?.reduce((list, page) => ({ ...page, rows: [...list.rows, ...page.rows] })) ?? lastList.current
  /** Changes each cached page without fetching it again. @param change gets each page and its index */
  const setPages = (change: (page: P, at: number) => P): void => {
    client.setQueryData<InfiniteData<P>>(query.queryKey, (now) => now && { ...now, pages: now.pages.map(change) })
  }
  const setRows = (change: (rows: P['rows'], at: number) => P['rows']): void =>
    setPages((page, at) => ({ ...page, rows: change(page.rows, at) }))
  return {
    data: lastList.current,
    /** Whether the rows are those of the previous filter or search. */
    isStale: isPlaceholderData || !pages,
    /** Set when the first page could not be fetched, or when a refetch failed. */
    error: isFetchNextPageError ? null : error,
    refetch: () => void refetch(),
    setPages,
    replaceRow: (changed: P['rows'][number]) =>
      setRows((rows) => rows.map((row) => (getRowId(row) === getRowId(changed) ? changed : row))),
    removeRow: (id: string) => setRows((rows) => rows.filter((row) => getRowId(row) !== id)),
    addFirstRow: (added: P['rows'][number]) =>
      setRows((rows, at) => [...(at === 0 ? [added] : []), ...rows.filter((row) => getRowId(row) !== getRowId(added))]),
    more: {
      hasMore: hasNextPage,
      isFetching: isFetchingNextPage,
      problem: isFetchNextPageError ? getErrorMessage(error) : undefined,
      fetchMore: () => void (isFetchingNextPage || fetchNextPage()),
      damaged: pages?.flatMap(({ damaged = [] }) => damaged),
    },
  }
}

export type PagedList<P extends ListPage> = ReturnType<typeof usePagedList<P>>
