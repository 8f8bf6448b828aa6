import type { Origins } from '../http/origins.ts'

/** Where the tests' site is. */
export const origins: Origins = ['https://site.test', 'https://app.test']
