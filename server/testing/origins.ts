import type { Origins } from '../http/origins.ts'

/** The origins of the site in tests. */
export const origins: Origins = ['https://site.test', 'https://app.test']
