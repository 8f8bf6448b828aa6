import { nativePlatform } from '../../device/native.ts'
import type { WebFeature } from '../../kit/web-feature.ts'
import { VersionBanner } from './version-banner.tsx'

/**
 * The banner about a new version of the site. The native app has no banner, because a reload does not replace its
 * files.
 */
export const versionFeature: WebFeature = { name: 'version', ...(!nativePlatform && { FootStrip: VersionBanner }) }
