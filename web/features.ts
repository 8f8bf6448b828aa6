import { accountsFeature } from './features/accounts/feature.ts'
import { authoringFeature } from './features/authoring/feature.ts'
import { commentsFeature } from './features/comments/feature.ts'
import { deskFeature } from './features/desk/feature.ts'
import { kitchenFeature } from './features/kitchen/feature.ts'
import { newsletterFeature } from './features/newsletter/feature.ts'
import { noticesFeature } from './features/notices/feature.ts'
import { offlineFeature } from './features/offline/feature.ts'
import { orderingFeature } from './features/ordering/feature.ts'
import { pushFeature } from './features/push/feature.ts'
import { deskErrorsFeature } from './features/reports/feature.ts'
import { scenesFeature } from './features/scenes/feature.ts'
import { searchFeature } from './features/search/feature.ts'
import { statisticsFeature } from './features/statistics/feature.ts'
import { themeFeature } from './features/theme/feature.ts'
import { toolsFeature } from './features/tools/feature.ts'
import { versionFeature } from './features/version/feature.ts'
import type { WebFeature } from './kit/web-feature.ts'

/**
 * The features of the site, in the order in which the desk, the header and the account page show their parts. A feature
 * that site.config.ts switches off is an empty object (build/features-plugin.ts).
 */
export const features: WebFeature[] = [
  versionFeature,
  searchFeature,
  themeFeature,
  offlineFeature,
  commentsFeature,
  newsletterFeature,
  pushFeature,
  accountsFeature,
  statisticsFeature,
  authoringFeature,
  noticesFeature,
  toolsFeature,
  scenesFeature,
  orderingFeature,
  kitchenFeature,
  deskErrorsFeature,
  deskFeature,
]
