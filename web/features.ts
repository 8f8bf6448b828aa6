import { accounts } from './features/accounts/feature.ts'
import { authoring } from './features/authoring/feature.ts'
import { comments } from './features/comments/feature.ts'
import { desk } from './features/desk/feature.ts'
import { kitchen } from './features/kitchen/feature.ts'
import { newsletter } from './features/newsletter/feature.ts'
import { notices } from './features/notices/feature.ts'
import { offline } from './features/offline/feature.ts'
import { ordering } from './features/ordering/feature.ts'
import { push } from './features/push/feature.ts'
import { reports } from './features/reports/feature.ts'
import { scenes } from './features/scenes/feature.ts'
import { search } from './features/search/feature.ts'
import { statistics } from './features/statistics/feature.ts'
import { theme } from './features/theme/feature.ts'
import { tools } from './features/tools/feature.ts'
import { version } from './features/version/feature.ts'
import type { WebFeature } from './kit/web-feature.ts'

/**
 * The features of the site, in the order in which the desk, the header and the account page show their parts. A feature
 * that site.config.ts switches off is an empty object (build/features-plugin.ts).
 */
export const features: WebFeature[] = [
  version,
  search,
  theme,
  offline,
  comments,
  newsletter,
  push,
  accounts,
  statistics,
  authoring,
  notices,
  tools,
  scenes,
  ordering,
  kitchen,
  reports,
  desk,
]
