import type { SiteConfig } from '../../contract/site-config.ts'

/** A site before the command changes it. */
export interface ExistingSite {
  config: SiteConfig
  /** Whether an earlier run of the command has made this site its author's, so that its pages belong to the author. */
  isOwn: boolean
  /** The paths of all public pages except `/` and `/privacy`. */
  paths: string[]
  /** The paths that a new page cannot have. */
  takenPaths: string[]
}
