import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getMailPreferences } from '#contract/comments.ts'
import { getMyAccount, listSessions } from '#contract/my-account.ts'
import { getMyPushSettings } from '#contract/push.ts'
import { api } from '../../../api/call-api.ts'

/** The queries of the account page. */
export const accountQueries = {
  account: () =>
    queryOptions({
      queryKey: ['account'],
      queryFn: ({ signal }) => api(getMyAccount, { signal }),
    }),
  sessions: () =>
    queryOptions({ queryKey: ['account sessions'], queryFn: ({ signal }) => api(listSessions, { signal }) }),
  mailPreferences: () =>
    queryOptions({
      queryKey: ['account mail preferences'],
      queryFn: ({ signal }) => api(getMailPreferences, { signal }),
    }),
  /** @param registrations how often this page has registered the device; each time the list is fetched again */
  push: (registrations: number) =>
    queryOptions({
      queryKey: ['account push', registrations],
      queryFn: ({ signal }) => api(getMyPushSettings, { signal }),
      placeholderData: keepPreviousData,
    }),
}
