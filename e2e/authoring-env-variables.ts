import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The source of a fake build. It adds each published page of content/ to the build in BUILD_DIR. With `--page`, it
 * reads the text of that page from stdin and writes the text into content/. The real build is tested by the tests in
 * build/ and by scripts/fork.test.ts.
 */
const buildScript = `
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
const dist = process.env.BUILD_DIR
const record = JSON.parse(readFileSync(dist + '/build.json', 'utf8'))
const page = process.argv[process.argv.indexOf('--page') + 1]
const texts = new Map(readdirSync('content').filter((file) => file.endsWith('.mdx')).map((file) => [file, readFileSync('content/' + file, 'utf8')]))
if (process.argv.includes('--page')) texts.set(page, readFileSync(0, 'utf8'))
const sources = [...texts]
const complaints = sources.flatMap(([file, source]) =>
  source.split('\\n').flatMap((text, at) => (text.includes('](./missing.jpg)') ? ['content/' + file + ':' + (at + 1) + ': there is no file missing.jpg'] : [])))
if (complaints.length > 0) {
  console.error(complaints.join('\\n'))
  process.exit(1)
}
const [home] = record.pages
const pages = sources.filter(([, source]) => !/^draft: true$/m.test(source)).map(([file, source]) => {
  const path = /^path: (.*)$/m.exec(source)[1]
  const title = /^title: (.*)$/m.exec(source)[1]
  writeFileSync(dist + '/web' + path + '.html', '<!doctype html><title>' + title + '</title><h1>' + title + '</h1>')
  const published = new Date(/^published: (.*)$/m.exec(source)[1]).toISOString()
  return { ...home, key: path.slice(1), path, title, published, isArticle: true, aliases: [] }
})
const others = record.pages.filter(({ path }) => !pages.some((page) => page.path === path))
const version = createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16)
if (process.argv.includes('--page')) writeFileSync('content/' + page, texts.get(page))
writeFileSync(dist + '/build.json', JSON.stringify({ ...record, version, pages: [...others, ...pages] }))
`

/** The source of a fake build/preview.ts. The real one is tested by build/preview.test.ts. */
const previewScript = `
process.on('message', ({ id, source }) => {
  const blocks = source.split('---').at(-1).split(/\\n{2,}/).map((text) =>
    text.startsWith('## ') ? '<h2>' + text.slice(3) + '</h2>' : '<p>' + text + '</p>')
  process.send({ id, html: '<!doctype html><title>x</title><div id="root"><div class="prose">' + blocks.join('') + '</div></div>' })
})
process.on('disconnect', () => process.exit())
`

/**
 * Creates a repository with one page, “Anchors aweigh”. Copies the build, so that the server can change the copy.
 * @param build the folder of the build to copy
 * @returns the environment of a site on which admins can write pages
 */
export function createAuthoringEnvVariables(build: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'author-'))
  const dist = join(folder, 'dist')
  cpSync(resolve(build), dist, { recursive: true })
  for (const name of ['build', 'content', 'scripts']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'scripts/build.ts'), buildScript)
  writeFileSync(join(folder, 'build/preview.ts'), previewScript)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'content/anchors.mdx'),
    "---\npath: /anchors\ntitle: Anchors aweigh\ndescription: ''\npublished: 2026-01-21\n---\n\nWords of the sea.\n",
  )
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
  git('init', '--quiet')
  git('add', 'content')
  git('-c', 'user.name=Start', '-c', 'user.email=start@example.org', 'commit', '--quiet', '--message', 'Begin')
  return { SOURCES_DIR: folder, BUILD_DIR: dist }
}
