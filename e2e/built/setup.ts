import { fixtureSiteFolder } from '../../build/site.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'

export function setup(): void {
  ensureBuilt(fixtureSiteFolder)
  ensureBuilt()
}
