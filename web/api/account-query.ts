import { getMyAccount } from '#contract/my-account.ts'
import { buildEndpointQuery } from './build-query.ts'

/** Returns the query of the logged-in reader's account. */
export const accountQuery = () => buildEndpointQuery(['account'], getMyAccount)
