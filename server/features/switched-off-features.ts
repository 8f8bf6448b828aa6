import type { site } from '#site'
import type { Feature } from './define-feature.ts'

/**
 * Returns the features with the switched-off ones reduced to what handles their rows. These rows stay, so people can
 * export and erase theirs, old rows are deleted in time, and the rows follow the changes of accounts.
 */
export const reduceSwitchedOffFeatures = (features: readonly Feature[], switches: typeof site.features): Feature[] =>
  features.map((feature) => {
    const { name, switchedBy, userData, leaderJobs, rowSubscriptions } = feature
    if (switchedBy === undefined || switches[switchedBy]) return feature
    return {
      name,
      ...(userData && { userData }),
      ...(leaderJobs && { leaderJobs }),
      ...(rowSubscriptions && { rowSubscriptions }),
    }
  })
