import path from 'node:path'
import GithubSlugger from 'github-slugger'

/** A reference to a missing target. */
export interface DeadReference {
  file: string
  line: number
  reference: string
}

/** The possible targets of references. Paths are relative to the root, with `/` between the parts. */
export interface ReferenceTargets {
  /** The path of every file. */
  files: readonly string[]
  /** The text of each checked file, by path. */
  texts: Readonly<Record<string, string>>
  /** The names of folders and files that git ignores. */
  ignored: readonly string[]
  /** The script names of all package.json files. */
  scripts: readonly string[]
}

const comments = /(?<=^|[\s{])(?:\/\*[\s\S]*?\*\/|\/\/ .*$)/gm
const addresses = /\b[a-z]+:\/\/\S+/g
const names = /(?<![\w@./:#$'~…<>}-])[\w.*{},-]*\w[\w.*{},-]*(?:\/[\w.*{},-]+)*\/?/g
const isSource = /\.(tsx?|mjs|css|mdx?|sql|ya?ml)$/
const fences = /^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm
const links = /\]\((?![a-z]+:)([^)\s]+)\)/g
const documents = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g
const decisions = /\bdecision (\d{4})\b/gi
const commands = /\bnpm run ([\w:-]+)/g

/**
 * Returns whether a file describes the past, as decisions and changelogs do. Names in such a file may be outdated, but
 * links may not.
 */
const isRecord = (file: string) => file.startsWith('docs/decisions/') || file.endsWith('CHANGELOG.md')

/**
 * Finds names of files, headings, decisions and commands that do not exist, in documents and in comments of source
 * files. A file can be named by its path from the root, by its path from the folder of the text, or by the end of its
 * path. The extension may be omitted.
 */
export function findDeadReferences({ files, texts, ignored, scripts }: ReferenceTargets): DeadReference[] {
  const paths = new Set(files.flatMap((file) => [file, file.replace(/\.[^/]*$/, ''), ...foldersOf(file)]))
  const ends = new Set([...paths].flatMap(endsOf))
  const roots = new Set(files.map(firstPart))
  const anchors = new Map(Object.entries(texts).map(([file, text]) => [file, anchorsOf(text)]))

  const isPath = (name: string, isDocument: boolean) =>
    isSource.test(name) || (name.includes('/') && (roots.has(firstPart(name)) || (isDocument && name.endsWith('/'))))
  const exists = (name: string, folder: string) => {
    const near = path.posix.join(folder, name)
    // Every page and scene of content/ is accepted, because each fork has others.
    if (name.split('/').some((part) => ignored.includes(part)) || /^content\/.*\.(mdx|yaml)$/.test(name)) return true
    if (!/[*{]/.test(name)) return paths.has(near) || ends.has(name)
    return [...paths].some((one) => [near, name, `**/${name}`].some((glob) => path.matchesGlob(one, glob)))
  }
  const isLinked = (target: string, from: string) => {
    const [name = '', anchor] = target.split('#')
    const file = name === '' ? from : path.posix.join(path.posix.dirname(from), name).replace(/\/$/, '')
    return paths.has(file) && (anchor === undefined || anchors.get(file)?.has(anchor) === true)
  }
  const isDecided = (number: string) => files.some((file) => file.startsWith(`docs/decisions/${number}-`))

  function deadIn(text: string, file: string, isDocument: boolean): [at: number, reference: string][] {
    const found = (pattern: RegExp, isDead: (name: string) => boolean, within = text) =>
      [...within.matchAll(pattern)]
        .map(({ 0: whole, 1: name = whole.replace(/[.,{}]+$/, ''), index }): [number, string] => [index, name])
        .filter(([, name]) => isDead(name))
    const folder = path.posix.dirname(file)
    return [
      ...(isDocument ? found(links, (name) => !isLinked(name, file), text.replace(fences, blank)) : []),
      ...found(decisions, (number) => !isDecided(number)),
      ...(isRecord(file) ? [] : found(commands, (name) => !scripts.includes(name))),
      ...(isRecord(file) ? [] : found(names, (name) => isPath(name, isDocument) && !exists(name, folder))),
    ]
  }

  return Object.entries(texts).flatMap(([file, text]) => {
    const isCode = /\.(tsx?|mjs|css)$/.test(file)
    const parts = isCode ? [...text.matchAll(comments)] : [{ 0: text, index: 0 }]
    const dead = parts.flatMap(({ 0: part, index }) =>
      deadIn(part.replace(addresses, blank), file, file.endsWith('.md')).map(
        ([at, name]) => [index + at, name] as const,
      ),
    )
    // In code, names of documents are also checked outside of comments, such as in messages.
    const cited = isCode ? [...text.matchAll(documents)].filter(({ 0: target }) => !isLinked(target, '')) : []
    return [...dead, ...cited.map(({ 0: target, index }) => [index, target] as const)].map(([at, reference]) => ({
      file,
      line: text.slice(0, at).split('\n').length,
      reference,
    }))
  })
}

const firstPart = (name: string) => name.split('/')[0] ?? ''
const blank = (text: string) => ' '.repeat(text.length)

/** Returns all folders around a file, with and without a trailing slash. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/')).flatMap((folder) => [folder, `${folder}/`])
}

/** Returns all endings of a path that begin at one of its parts. */
function endsOf(file: string): string[] {
  const parts = file.split('/')
  return parts.map((_, at) => parts.slice(at).join('/'))
}

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const slugger = new GithubSlugger()
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugger.slug(heading)))
}
