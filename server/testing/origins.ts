import type { SiteOrigins } from '../http/origins.ts'

/** The origins of the site in tests. */
export const origins: SiteOrigins = ['https://site.test', 'https://app.test']
