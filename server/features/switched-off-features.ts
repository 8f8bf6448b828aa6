import type { site } from '#site'
import type { Feature } from './define-feature.ts'

/**
 * Returns the features. A switched-off feature keeps only the parts that handle its stored rows: people can still
 * export and erase their data, old rows are deleted, and rows follow the changes of accounts.
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
