import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { findNearestNames } from '#contract/nearest-names.ts'
import { settingSections } from './config.ts'
import { type Finding, warningFinding } from './finding.ts'

/** Names that other programs read: Node, git, the programs of Postgres, and deploy/compose.yaml. */
const otherNames = /^(NODE_|GIT_|PG[A-Z]+$|TZ$|(HTTPS?|NO)_PROXY$|CHROMIUM_PATH$|SITE_ADDRESS$|POSTGRES_PASSWORD$)/i

/** Finds the names in the file of settings that no setting has, such as misspelt names. */
export function findUnknownSettings(file = '.env'): Finding[] {
  if (!existsSync(file)) return []
  const settings = Object.values(settingSections).flatMap(Object.keys)
  return Object.keys(parseEnv(readFileSync(file, 'utf8')))
    .filter((name) => !settings.includes(name) && !otherNames.test(name))
    .map((name) => {
      const [nearest] = findNearestNames(name, settings)
      return warningFinding(
        `.env sets ${name}, and no setting has this name.`,
        `The nearest name is ${nearest}. docs/settings.md lists all of them.`,
      )
    })
}
