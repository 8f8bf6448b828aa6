import { getMyAccount } from '#contract/my-account.ts'
import { buildQuery } from './build-query.ts'

/** The account of the reader who is logged in. */
export const accountQuery = () => buildQuery(['account'], getMyAccount)
