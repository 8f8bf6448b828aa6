import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { messageOf } from '../../../api/problem.ts'
import type { ListPage, ListQuery } from '../queries.ts'

type Pages<P> = InfiniteData<P, string | undefined>

/**
 * Shows a list that comes in pages as one.
 * @param join puts the rows of a page behind those of the pages before it
 */
export function useList<P extends ListPage>(query: ListQuery<P>, join: (list: P, more: P) => P) {
  const client = useQueryClient()
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, refetch, fetchNextPage } =
    useInfiniteQuery(query)
  const pages = data?.pages
  // A query that fails gives up the rows of the filter before it; they stay below the problem.
  const shown = useRef<P>(undefined)
  shown.current = pages?.reduce(join) ?? shown.current
  return {
    data: shown.current,
    isFetching: isFetching && !isFetchingNextPage,
    /** Why there is no list, or no newer one. */
    problem: isFetchNextPageError ? undefined : messageOf(error),
    refetch: () => void refetch(),
    /** Changes each page that is shown without fetching it again. */
    setPages: (change: (page: P, at: number) => P): void => {
      client.setQueryData<Pages<P>>(query.queryKey, (now) => now && { ...now, pages: now.pages.map(change) })
    },
    more: {
      hasMore: hasNextPage,
      isFetching: isFetchingNextPage,
      problem: isFetchNextPageError ? messageOf(error) : undefined,
      fetchMore: () => void (isFetchingNextPage || fetchNextPage()),
      damaged: pages?.flatMap(({ damaged = [] }) => damaged),
    },
  }
}

export type List<P extends ListPage> = ReturnType<typeof useList<P>>
