import { getMyAccount } from '#contract/my-account.ts'
import { buildEndpointQueryOptions } from './build-query-options.ts'

/** Returns the query of the logged-in reader's account. */
export const accountQueryOptions = () => buildEndpointQueryOptions(['account'], getMyAccount)
