import { accounts } from './accounts/feature.ts'
import { comments } from './comments/feature.ts'
import { desk } from './desk/feature.ts'
import type { WebFeature } from './kit/web-feature.ts'
import { kitchen } from './kitchen/feature.ts'
import { notices } from './notices/feature.ts'
import { offline } from './offline/feature.ts'
import { ordering } from './ordering/feature.ts'
import { push } from './push/feature.ts'
import { reports } from './reports/feature.ts'
import { search } from './search/feature.ts'
import { theme } from './theme/feature.ts'
import { tools } from './tools/feature.ts'
import { version } from './version/feature.ts'

/**
 * The features of the site, in the order in which the desk, the header and the account page show what they bring.
 * A feature that site.config.ts switches off is an empty object (build/features-plugin.ts).
 */
export const features: WebFeature[] = [
  version,
  search,
  theme,
  offline,
  comments,
  reports,
  notices,
  push,
  accounts,
  ordering,
  kitchen,
  tools,
  desk,
]
