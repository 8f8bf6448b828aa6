import type { SiteConfig } from '../../contract/site-config.ts'

/** A site before the command changes it. */
export interface ExistingSite {
  config: SiteConfig
  /** Whether an earlier run of the command has set up this site, so that the pages belong to its author. */
  isOwn: boolean
  /** The paths of all public pages except `/` and `/privacy`. */
  paths: string[]
  /** The paths that a new page cannot have. */
  takenPaths: string[]
}
