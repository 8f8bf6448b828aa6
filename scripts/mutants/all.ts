import { existsSync } from 'node:fs'
import { apiCallMutants } from './calls.ts'
import { constantMutants } from './constants.ts'
import { pageLayoutMutants } from './content.ts'
import { storedEntityMutants } from './entities.ts'
import { errorMutants } from './errors.ts'
import type { Mutant } from './mutant.ts'
import { navigationMutants } from './navigation.ts'
import { panelAndCommentMutants } from './panels.ts'
import { stateMutants } from './states.ts'
import { validationMutants } from './validation.ts'

/**
 * The mutants of the author's pages are in content/tests/, so that an author who replaces the pages also deletes their
 * mutants.
 */
const beside = new URL('../../content/tests/mutants.ts', import.meta.url)
const { mutants: ofPages } = (existsSync(beside) ? await import(beside.href) : { mutants: [] }) as { mutants: Mutant[] }

/** All mutants with their defaults, in the order of the chapters of the specification. */
export const mutants = [
  ...pageLayoutMutants,
  ...ofPages,
  ...navigationMutants,
  ...panelAndCommentMutants,
  ...storedEntityMutants,
  ...stateMutants,
  ...validationMutants,
  ...apiCallMutants,
  ...errorMutants,
  ...constantMutants,
].map((mutant) => ({ replace: '', tests: [mutant.file.replace(/\.tsx?$/, '.test.ts')], ...mutant }))
