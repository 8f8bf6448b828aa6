import type { OwnOriginList } from '../http/origins.ts'

/** The origins of the site in tests. */
export const origins: OwnOriginList = ['https://site.test', 'https://app.test']
