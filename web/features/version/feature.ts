import { nativePlatform } from '../../device/native.ts'
import type { WebFeature } from '../../kit/web-feature.ts'
import { VersionBanner } from './version-banner.tsx'

/** The native app brings its own files, which a reload does not replace. */
export const version: WebFeature = { name: 'version', ...(!nativePlatform && { Top: VersionBanner }) }
