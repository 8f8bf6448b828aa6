import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DamagedRows } from '#contract/damaged-rows.ts'
import { getMail, getOverview, getPerson, listLog, listMail, listPeople } from '#contract/desk.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ModerationFilter } from '#contract/moderation.ts'
import { listDeskNotices } from '#contract/notices.ts'
import { listPushMessages } from '#contract/push.ts'
import { getError, listErrors } from '#contract/reports.ts'
import type { RequestArgument } from '../../api/api.ts'
import { api } from '../../api/call-api.ts'

/** The query keys of the desk. A key without its last part matches all keys that begin with it. */
export const deskQueryKeys = {
  overview: ['desk', 'overview'],
  list: (name: string, query?: object) => ['desk', name, 'list', ...(query ? [query] : [])],
  one: (name: string, id: string) => ['desk', name, 'one', id],
  all: (name: string) => ['desk', name],
  comments: (filter?: ModerationFilter) => ['desk', 'comments', ...(filter ? [filter] : [])],
}

/** A page of a list: its cursor leads to the next one. */
export interface ListPage {
  next: string | null
  damaged?: DamagedRows
}

/** The query parameters of a list, without the cursor. */
export type ListParameters<E extends Endpoint> = Omit<
  NonNullable<NonNullable<RequestArgument<E>[0]> & { query?: object }>['query'],
  'cursor'
>

/** Returns the query of a list, page by page. */
export const buildListQuery = <P extends ListPage>(
  name: string,
  query: object,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
) =>
  infiniteQueryOptions({
    queryKey: deskQueryKeys.list(name, query),
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: P) => last.next ?? undefined,
    // The rows of the previous filter stay until the new ones are loaded.
    placeholderData: keepPreviousData,
  })

/** The query of a list. */
export type ListQuery<P extends ListPage> = ReturnType<typeof buildListQuery<P>>

/** The queries of the desk, except those of ordering (ordering-queries.ts). */
export const deskQueries = {
  overview: () =>
    queryOptions({ queryKey: deskQueryKeys.overview, queryFn: ({ signal }) => api(getOverview, { signal }) }),
  people: (query: ListParameters<typeof listPeople>) =>
    buildListQuery('people', query, (cursor, signal) => api(listPeople, { query: { ...query, cursor }, signal })),
  person: (id: string) =>
    queryOptions({
      queryKey: deskQueryKeys.one('people', id),
      queryFn: ({ signal }) => api(getPerson, { params: { id }, signal }),
    }),
  mail: (query: ListParameters<typeof listMail>) =>
    buildListQuery('mail', query, (cursor, signal) => api(listMail, { query: { ...query, cursor }, signal })),
  oneMail: (id: string) =>
    queryOptions({
      queryKey: deskQueryKeys.one('mail', id),
      queryFn: ({ signal }) => api(getMail, { params: { id }, signal }),
    }),
  log: () => buildListQuery('log', {}, (cursor, signal) => api(listLog, { query: { cursor }, signal })),
  notices: () => buildListQuery('notices', {}, (cursor, signal) => api(listDeskNotices, { query: { cursor }, signal })),
  push: () => buildListQuery('push', {}, (cursor, signal) => api(listPushMessages, { query: { cursor }, signal })),
  errors: (query: ListParameters<typeof listErrors>) =>
    buildListQuery('errors', query, (cursor, signal) => api(listErrors, { query: { ...query, cursor }, signal })),
  error: (id: string) =>
    queryOptions({
      queryKey: deskQueryKeys.one('errors', id),
      queryFn: ({ signal }) => api(getError, { params: { id }, signal }),
    }),
}
