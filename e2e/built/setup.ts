import { fixtureFolder } from '../../build/site.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'

export const setup = (): void => ensureBuilt(fixtureFolder)
