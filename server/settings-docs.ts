import { readFileSync, writeFileSync } from 'node:fs'
import type * as z from 'zod'
import { settingExplanations, settingSchemasBySection, settingsSetTogether } from './config.ts'
import { expectedValueDescriptions } from './setting-schemas.ts'

/** `npm run settings`: writes the table of docs/settings.md, and .env.example, from the variables in config.ts. */

interface Setting {
  name: string
  description: string
  value: string
  /** The default as written in the environment, or null. */
  fixedDefault: string | null
  unset: string
  example: string
  together: readonly string[]
}

const START = '<!-- Written by `npm run settings`. -->'
const END = '<!-- The end of what `npm run settings` writes. -->'

function settingsOf(variables: Record<string, z.ZodType>): Setting[] {
  return Object.entries(variables).map(([name, schema]) => {
    const explanation = settingExplanations.get(schema)
    const { innerType, defaultValue } = schema.def as { innerType?: z.ZodType; defaultValue?: string }
    const value = innerType && expectedValueDescriptions.get(innerType)?.description
    if (!explanation || !value) throw new Error(`${name} lacks an explanation or a kind.`)
    const { description, unset = '', example = '' } = explanation
    const together = settingsSetTogether.find((group) => (group as readonly string[]).includes(name)) ?? []
    return { name, description, value, fixedDefault: defaultValue ?? null, unset, example, together }
  })
}

const cellsOf = ({ name, value, fixedDefault, unset, description, together }: Setting) => {
  const others = together.filter((other) => other !== name).map((other) => `\`${other}\``)
  const needs = others.length > 0 ? ` Needs ${new Intl.ListFormat('en').format(others)} too.` : ''
  const valueCell = value.replace(/(?<=as in ).+/, '`$&`')
  return [`\`${name}\``, valueCell, fixedDefault === null ? unset : `\`${fixedDefault}\``, `${description}${needs}`]
}

/** Returns a Markdown table. Cells are padded to the width of their column, as the formatter does. */
function tableOf(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [head = '', ...rest] = rows.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest].join('\n')
}

export function replaceSettingsTable(page: string): string {
  const [before = ''] = page.split(START)
  const [, after = ''] = page.split(END)
  const rows = Object.entries(settingSchemasBySection).flatMap(([title, variables]) => [
    [`**${title}**`, '', '', ''],
    ...settingsOf(variables).map(cellsOf),
  ])
  const table = tableOf([['Variable', 'Value', 'Default', 'Description'], ...rows])
  return `${before}${START}\n\n${table}\n\n${END}${after}`
}

export function renderEnvExample(): string {
  const variables = Object.entries(settingSchemasBySection).map(([title, section]) => {
    const lines = settingsOf(section).map(({ name, description, fixedDefault, unset, example }) => {
      const otherwise = unset ? ` Not set: ${unset}.` : ''
      return `# ${description}${otherwise}\n#${name}=${fixedDefault ?? example}\n`.replaceAll('`', '')
    })
    return `# ---- ${title} ----\n\n${lines.join('\n')}`
  })
  const intro = '# Copy this file to .env and remove the # before each variable that you set. See docs/settings.md.\n'
  return [intro, ...variables].join('\n')
}

if (import.meta.main) {
  writeFileSync('docs/settings.md', replaceSettingsTable(readFileSync('docs/settings.md', 'utf8')))
  writeFileSync('.env.example', renderEnvExample())
}
