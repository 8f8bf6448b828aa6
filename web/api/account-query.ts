import { getMyAccount } from '#contract/my-account.ts'
import { buildEndpointQuery } from './build-query.ts'

/** The account of the reader who is logged in. */
export const accountQuery = () => buildEndpointQuery(['account'], getMyAccount)
