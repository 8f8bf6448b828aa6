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

/** The keys of what the desk fetches; one without its last part stands for all that begin with it. */
export const deskKeys = {
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

/** What a list is fetched with, apart from the cursor. */
export type QueryOf<E extends Endpoint> = Omit<
  NonNullable<NonNullable<RequestArgument<E>[0]> & { query?: object }>['query'],
  'cursor'
>

/** Returns the query of a list, page by page. */
export const listQuery = <P extends ListPage>(
  name: string,
  query: object,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
) =>
  infiniteQueryOptions({
    queryKey: deskKeys.list(name, query),
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: P) => last.next ?? undefined,
    // Another filter shows the rows of the one before until its own are here.
    placeholderData: keepPreviousData,
  })

/** The query of a list. */
export type ListQuery<P extends ListPage> = ReturnType<typeof listQuery<P>>

/** What the desk fetches, by name; without what only ordering brings (ordering-queries.ts). */
export const deskQueries = {
  overview: () => queryOptions({ queryKey: deskKeys.overview, queryFn: ({ signal }) => api(getOverview, { signal }) }),
  people: (query: QueryOf<typeof listPeople>) =>
    listQuery('people', query, (cursor, signal) => api(listPeople, { query: { ...query, cursor }, signal })),
  person: (id: string) =>
    queryOptions({
      queryKey: deskKeys.one('people', id),
      queryFn: ({ signal }) => api(getPerson, { params: { id }, signal }),
    }),
  mail: (query: QueryOf<typeof listMail>) =>
    listQuery('mail', query, (cursor, signal) => api(listMail, { query: { ...query, cursor }, signal })),
  oneMail: (id: string) =>
    queryOptions({
      queryKey: deskKeys.one('mail', id),
      queryFn: ({ signal }) => api(getMail, { params: { id }, signal }),
    }),
  log: () => listQuery('log', {}, (cursor, signal) => api(listLog, { query: { cursor }, signal })),
  notices: () => listQuery('notices', {}, (cursor, signal) => api(listDeskNotices, { query: { cursor }, signal })),
  push: () => listQuery('push', {}, (cursor, signal) => api(listPushMessages, { query: { cursor }, signal })),
  errors: (query: QueryOf<typeof listErrors>) =>
    listQuery('errors', query, (cursor, signal) => api(listErrors, { query: { ...query, cursor }, signal })),
  error: (id: string) =>
    queryOptions({
      queryKey: deskKeys.one('errors', id),
      queryFn: ({ signal }) => api(getError, { params: { id }, signal }),
    }),
}
