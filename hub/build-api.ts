/**
 * Writes the page api.md: the exported declarations of the package with their docstrings.
 *
 *   npm run docs --workspace @hobohat/hub
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { compileEntries, manifest, publishedEntries } from './build-entries.ts'

const here = import.meta.dirname

interface Declaration {
  file: string
  name: string
  docstring: string
  code: string
}

const introduction = `# API

This page is made from the types of the package. The [pages of the areas](../README.md#documents) explain how to use the declarations, with examples.
`

/**
 * Returns the reference as Markdown: a section for each entry of the package, and a section for types that no
 * entry exports but that exported types use.
 * @param built the folder of the built package
 */
export function createApiReference(built: string): string {
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'))
  const sources = new Map(files.sort().map((file) => [file, readFileSync(join(built, file), 'utf8')]))
  const declarations = declarationsIn(
    formatted('declarations.d.ts', [...sources].map(([file, source]) => `// file ${file}\n${source}`).join('\n')),
  )
  const sections: [title: string, section: Declaration[]][] = []
  for (const entry of publishedEntries) {
    const file = `${entry.file}.d.ts`
    const names = exportedNames(sources.get(file) ?? '')
    sections.push([
      posix.join(manifest.name, entry.entry),
      declarations.filter((one) => (one.file === file ? isExported(one) : names.has(one.name))),
    ])
  }
  const listed = sections.flatMap(([, section]) => section)
  sections.push(['Inner types', innerTypes(listed, declarations, sources)])
  return formatted(
    'api.md',
    [introduction, ...sections.map(([title, section]) => sectionOf(title, section))].join('\n'),
  )
}

/** Formats a text in the style of the repository. The extension of the file name selects the language. */
function formatted(file: string, input: string): string {
  return execFileSync('biome', ['format', `--stdin-file-path=${file}`], { cwd: here, input, encoding: 'utf8' })
}

/** Returns the declarations in formatted text. Each begins at the start of a line, and may follow a docstring. */
function declarationsIn(text: string): Declaration[] {
  const declaration =
    /^\/\/ file (?<file>.+)|(?:^\/\*\*(?<docstring>(?:(?!\*\/)[\s\S])*)\*\/\n)?^(?<code>(?:export |declare |abstract )*(?:interface|type|class|function|const) (?<name>\w+).*(?:\n[^\S\n].*|\n[}\])>].*)*)/gm
  let file = ''
  return [...text.matchAll(declaration)].flatMap(({ groups }) => {
    if (groups?.file !== undefined) file = groups.file
    const { name = '', docstring = '', code = '' } = groups ?? {}
    return name === '' ? [] : [{ file, name, docstring, code }]
  })
}

const isExported = ({ code }: Declaration) => code.startsWith('export ')

/** Returns the names that a file exports from other files. */
function exportedNames(source: string): Set<string> {
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, names = '']) => names)
  return new Set(lists.flatMap((names) => names.split(',').map((name) => name.replace('type ', '').trim())))
}

/** Returns the types that the listed declarations use, directly or indirectly, but that are not listed themselves. */
function innerTypes(listed: Declaration[], all: Declaration[], sources: ReadonlyMap<string, string>): Declaration[] {
  const inner = new Set<Declaration>()
  const addNamed = ({ code, file }: Declaration): void => {
    const imports = importsOf(file, sources.get(file) ?? '')
    for (const [name] of code.replace(/\/\*[\s\S]*?\*\/|'[^']*'/g, '').matchAll(/\b[A-Z]\w+/g)) {
      const found = all.find((one) => one.name === name && one.file === (imports.get(name) ?? file))
      if (!found || listed.includes(found) || inner.has(found)) continue
      inner.add(found)
      addNamed(found)
    }
  }
  for (const declaration of listed) addNamed(declaration)
  return [...inner]
}

/** Maps each name that a file imports from another file of the package to that other file. */
function importsOf(file: string, source: string): Map<string, string> {
  const imports = [...source.matchAll(/^import (?:type )?\{([^}]*)\} from .(\.\S+)\.ts/gm)]
  return new Map(
    imports.flatMap(([, names = '', path = '']) =>
      names.split(',').map((name) => [name.replace('type ', '').trim(), posix.join(dirname(file), `${path}.d.ts`)]),
    ),
  )
}

function sectionOf(title: string, declarations: Declaration[]): string {
  const sorted = declarations.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  return `## ${title}\n\n${sorted.map(markdownOf).join('\n')}`
}

function markdownOf({ name, docstring, code }: Declaration): string {
  const shown = code
    .replace(/^export /, '')
    .replace(/^declare /, '')
    .trimEnd()
  const text = docstring.replace(/^ *\* ?/gm, '').trim()
  const [summary = '', ...tags] = text.split(/^@/m).map((part) => part.replace(/\s*\n\s*/g, ' ').trim())
  const list = tags.map((tag) =>
    tag.replace(/^param (\S+) ?/, '- `$1`: ').replace(/^throws \{(.+?)\}/, '- Throws `$1`'),
  )
  return [
    `### ${name}\n`,
    summary && `${summary}\n`,
    list.length > 0 && `${list.join('\n')}\n`,
    `\`\`\`ts\n${shown}\n\`\`\`\n`,
  ]
    .filter((part) => part)
    .join('\n')
}

if (import.meta.main) {
  const built = mkdtempSync(join(tmpdir(), 'hub-types-'))
  compileEntries(built)
  writeFileSync(join(here, 'docs', 'api.md'), createApiReference(built))
  rmSync(built, { recursive: true })
}
