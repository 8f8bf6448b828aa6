import { existsSync } from 'node:fs'
import { calls } from './calls.ts'
import { constants } from './constants.ts'
import { content } from './content.ts'
import { entities } from './entities.ts'
import { errors } from './errors.ts'
import type { Mutant } from './mutant.ts'
import { panels } from './panels.ts'
import { rules } from './rules.ts'
import { screens } from './screens.ts'
import { states } from './states.ts'

/** Those of the author's pages lie beside them, and go when the pages are replaced. */
const beside = new URL('../../content/tests/mutants.ts', import.meta.url)
const { mutants: ofPages } = (existsSync(beside) ? await import(beside.href) : { mutants: [] }) as { mutants: Mutant[] }

/** Every planted break, by the chapters of the specification. */
export const mutants: Mutant[] = [
  ...content,
  ...ofPages,
  ...screens,
  ...panels,
  ...entities,
  ...states,
  ...rules,
  ...calls,
  ...errors,
  ...constants,
]
