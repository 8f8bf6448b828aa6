import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { messageOf } from '../../../api/problem.ts'
import type { ListPage, ListQuery } from '../queries.ts'

type Pages<P> = InfiniteData<P, string | undefined>

/**
 * Fetches a list page by page, and returns it as one list.
 * @param join appends the rows of a page to the list
 */
export function usePagedList<P extends ListPage>(query: ListQuery<P>, join: (list: P, more: P) => P) {
  const client = useQueryClient()
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, refetch, fetchNextPage } =
    useInfiniteQuery(query)
  const pages = data?.pages
  // A failed query drops the rows of the previous filter. They stay visible below the problem.
  const shown = useRef<P>(undefined)
  shown.current = pages?.reduce(join) ?? shown.current
  return {
    data: shown.current,
    isFetching: isFetching && !isFetchingNextPage,
    /** The message of a failed fetch of the first page, or of a refetch. */
    problem: isFetchNextPageError ? undefined : messageOf(error),
    refetch: () => void refetch(),
    /** Changes each cached page without fetching it again. */
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

export type PagedList<P extends ListPage> = ReturnType<typeof usePagedList<P>>
