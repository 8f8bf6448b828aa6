import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { findNearestNames } from '#contract/nearest-names.ts'
import { settingSchemasBySection } from './config.ts'
import { type Finding, warningFinding } from './finding.ts'

/** Variables for other programs than the server: Node, git, the programs of Postgres, and deploy/compose.yaml. */
const otherNames =
  /^(NODE_|GIT_|PG[A-Z]+$|TZ$|TMPDIR$|(HTTPS?|NO)_PROXY$|CHROMIUM_PATH$|SITE_ADDRESS$|POSTGRES_PASSWORD$)/i

/** Finds names in the file that are no settings, such as misspelt settings, and lines without `=`. */
export function checkSettingNamesInEnvFile(file = '.env'): Finding[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  // A value in quotes may have several lines.
  const lines = text.replace(/=\s*(["'`])[\s\S]*?\1/g, '=').split('\n')
  const unreadable = lines.filter((line) => !/^\s*($|#|(export\s+)?[\w.-]+\s*=)/.test(line)).length
  const settings = Object.values(settingSchemasBySection).flatMap(Object.keys)
  const unknown = Object.keys(parseEnv(text))
    .filter((name) => !settings.includes(name) && !otherNames.test(name))
    .map((name) => {
      const [nearest] = findNearestNames(name, settings)
      return warningFinding(
        `.env sets ${name}, and no setting has this name.`,
        `The nearest name is ${nearest}. docs/settings.md lists all of them.`,
      )
    })
  if (unreadable === 0) return unknown
  const lineCount = unreadable === 1 ? 'a line' : `${unreadable} lines`
  return [
    warningFinding(
      `.env has ${lineCount} without =, which nothing reads.`,
      'A line is NAME=value, or a comment that begins with #.',
    ),
    ...unknown,
  ]
}
