import { type InfiniteData, keepPreviousData, type QueryKey, type UseInfiniteQueryOptions } from '@tanstack/react-query'
import { getBackupOverview } from '#contract/backups.ts'
import type { DamagedRows } from '#contract/damaged-rows.ts'
import { getDeskOverview, getMail, getPerson, listAuditLog, listDeskMail, listPeople } from '#contract/desk.ts'
import { type InboxKind, listInbox } from '#contract/desk-inbox.ts'
import type { Endpoint, SuccessReplyBody } from '#contract/endpoint.ts'
import { listAnnouncedPages, listSubscribers } from '#contract/newsletter.ts'
import { listDeskNotices } from '#contract/notices.ts'
import { listPersonRecords } from '#contract/person-records.ts'
import { listDeskPushMessages } from '#contract/push.ts'
import { getError, listErrorGroups } from '#contract/reports.ts'
import { listSetupSteps } from '#contract/setup.ts'
import { getStatistics, type StatisticsPeriodDays } from '#contract/statistics.ts'
import type { RequestArgument } from '../../api/api.ts'
import { buildEndpointQueryOptions } from '../../api/build-query-options.ts'
import { callForJson } from '../../api/call-api.ts'

/** Returns a query key of the desk. A key with fewer details matches all keys that begin with the same parts. */
export const toDeskQueryKey = (name: string, ...details: unknown[]): QueryKey => ['desk', name, ...details]

/** A row has an `id`, except orders and payments, whose rows have an `orderId` in the contract. */
export type ListRow = { id: string } | { orderId: string }

/** One page of a list. Its cursor fetches the next page. */
export interface ListPage<Row extends ListRow = ListRow> {
  rows: Row[]
  next: string | null
  damaged?: DamagedRows
}

export type InfiniteListQueryOptions<P> = UseInfiniteQueryOptions<
  P,
  Error,
  InfiniteData<P, string | undefined>,
  QueryKey,
  string | undefined
> & { queryKey: QueryKey }

/** The query parameters of a list, without the cursor. */
type ListParametersWithoutCursor<E extends Endpoint> = Omit<
  NonNullable<NonNullable<RequestArgument<E>[0]> & { query?: object }>['query'],
  'cursor'
>

/** Turns the type of a reply whose rows are in the field `Name` into a `ListPage`. */
type PageOf<R, Name extends keyof R> = Omit<R, Name> & ListPage<Extract<R[Name], ListRow[]>[number]>

/**
 * Returns the function that builds the query of a list, which is fetched page by page.
 * @param name the field of the reply that contains the rows
 */
export const buildListQueryOptions =
  <E extends Endpoint, Name extends string & keyof SuccessReplyBody<E>>(endpoint: E, name: Name) =>
  (query?: ListParametersWithoutCursor<E>): InfiniteListQueryOptions<PageOf<SuccessReplyBody<E>, Name>> => ({
    queryKey: toDeskQueryKey(name, 'list', query),
    queryFn: async ({ pageParam: cursor, signal }) => {
      const request = [{ query: { ...query, cursor }, signal }] as unknown as RequestArgument<E>
      const { [name]: rows, ...page } = (await callForJson(endpoint, ...request)) as Record<string, unknown>
      return { ...page, rows } as PageOf<SuccessReplyBody<E>, Name>
    },
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // The rows of the previous filter stay until the new ones are loaded.
    placeholderData: keepPreviousData,
  })

/** The queries of the desk, except those of ordering (ordering-queries.ts). */
export const deskQueries = {
  overview: () => buildEndpointQueryOptions(toDeskQueryKey('overview'), getDeskOverview),
  inbox: (kind: InboxKind | 'all') =>
    buildEndpointQueryOptions(toDeskQueryKey('inbox', kind), listInbox, { query: { kind } }),
  setup: () => buildEndpointQueryOptions(toDeskQueryKey('setup'), listSetupSteps),
  people: buildListQueryOptions(listPeople, 'people'),
  personRecords: (id: string) =>
    buildEndpointQueryOptions(toDeskQueryKey('people', 'records', id), listPersonRecords, { params: { id } }),
  person: (id: string) => buildEndpointQueryOptions(toDeskQueryKey('people', 'one', id), getPerson, { params: { id } }),
  mail: buildListQueryOptions(listDeskMail, 'mail'),
  oneMail: (id: string) => buildEndpointQueryOptions(toDeskQueryKey('mail', 'one', id), getMail, { params: { id } }),
  backups: () => buildEndpointQueryOptions(toDeskQueryKey('backups'), getBackupOverview),
  statistics: (days: `${StatisticsPeriodDays}`, page?: string) =>
    buildEndpointQueryOptions(toDeskQueryKey('statistics', days, page), getStatistics, { query: { days, page } }),
  log: buildListQueryOptions(listAuditLog, 'entries'),
  notices: buildListQueryOptions(listDeskNotices, 'notices'),
  subscribers: buildListQueryOptions(listSubscribers, 'subscribers'),
  announcedPages: () => buildEndpointQueryOptions(toDeskQueryKey('announced pages'), listAnnouncedPages),
  push: buildListQueryOptions(listDeskPushMessages, 'messages'),
  errors: buildListQueryOptions(listErrorGroups, 'errors'),
  error: (id: string) => buildEndpointQueryOptions(toDeskQueryKey('errors', 'one', id), getError, { params: { id } }),
}
