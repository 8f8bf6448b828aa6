import type { site } from '#site'
import type { Feature } from './define-feature.ts'

/**
 * Returns the features with the switched-off ones reduced to what handles their rows. These rows stay, so people can
 * export and erase theirs, and old rows are deleted in time.
 */
export const reduceSwitchedOffFeatures = (features: readonly Feature[], switches: typeof site.features): Feature[] =>
  features.map((feature) => {
    const { name, switchedBy, userData, leaderJobs } = feature
    if (switchedBy === undefined || switches[switchedBy]) return feature
    return { name, ...(userData && { userData }), ...(leaderJobs && { leaderJobs }) }
  })
