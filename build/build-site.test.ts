import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { site as former } from '../site.config.ts'
import type { BuildRecord } from './build-record.ts'
import { hashFiles, listFiles } from './fingerprint.ts'
import { createForkEnvironment, createForkedSite, findArticlePathToKeep } from './testing/fork.ts'
import { codeFileMdx, newPageText, privatePageText, privatePageWords } from './testing/fork-pages.ts'
import { readDecompressedText } from './testing/read-decompressed-text.ts'

const root = path.resolve(import.meta.dirname, '..')
const project = createForkedSite()
afterAll(() => rmSync(project, { recursive: true }))

/** Runs Node in the project folder. */
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: project, env: createForkEnvironment(), encoding: 'utf8' })
const build = () => run('scripts/build.ts')
const built = (file: string) => readFileSync(path.join(project, 'dist/web', file), 'utf8')
const record = (): BuildRecord => JSON.parse(readFileSync(path.join(project, 'dist/build.json'), 'utf8'))

beforeAll(() => {
  writeFileSync(path.join(project, 'content/brand-new.mdx'), newPageText)
  mkdirSync(path.join(project, 'content/brand-new'))
  writeFileSync(path.join(project, 'content/brand-new/steps.ini'), 'depth = 1')
  mkdirSync(path.join(project, 'content/private'))
  writeFileSync(path.join(project, 'content/private/secret.mdx'), privatePageText)
  const { status, stderr } = build()
  expect(stderr).toBe('')
  expect(status).toBe(0)
}, 180_000)

test('builds a fork with the name, the language and the pages of the fork', () => {
  expect(built('index.html')).toContain('<title data-head>Start - Zweitrad</title>')
  expect(built('index.html')).toContain('<html lang="de-AT"')
  const own = ['/', '/brand-new', '/secret', '/erster-artikel', '/touren', '/team', '/ueber-mich', '/privacy']
  expect(new Set(record().pages.map(({ path }) => path))).toEqual(new Set([...own, findArticlePathToKeep()]))
})

test('a new file in content/ appears as a route and in the menu, metadata, sitemap, feeds and search', () => {
  expect(built('brand-new.html')).toContain('Words about quicksilver.')
  expect(built('brand-new.html')).toContain('<title data-head>Brand new - Zweitrad</title>')
  expect(built('brand-new.html')).toContain('content="A page that was added as one file and nothing else."')
  expect(built('index.html')).toMatch(/<a href="\/brand-new" class="menu-item"[^>]*>Brand new<\/a>/)
  expect(built('sitemap.xml')).toContain('/brand-new</loc>')
  for (const feed of ['feed.xml', 'atom.xml', 'feed.json']) expect(built(feed)).toContain('quicksilver')
  expect(built('search-index.json')).toContain('/brand-new#an-unmistakable-heading')
  expect(built('search-index.json')).toContain('Words about quicksilver.')
  expect(readdirSync(path.join(project, 'dist/web/og'))).toContain('brand-new.png')
})

test('no served file contains the name of the site from which the fork was made', () => {
  const files = filesBelow('dist/web').filter((file) => /\.(html|js|css|json|xml|txt|webmanifest|svg)$/.test(file))
  expect(files.length).toBeGreaterThan(50)
  const word = new RegExp(`\\b${former.name}\\b|${new URL(former.origin).hostname}`, 'i')
  expect(files.filter((file) => word.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('writes the server as ASCII files with compiled code, and lists these files in build.json', () => {
  const files = filesBelow('dist/server')
  const parts = files.filter((file) => file.endsWith('.cjs'))
  const inDist = (file: string) => path.relative(path.join(project, 'dist'), file)
  expect(
    record()
      .own.filter((file) => file.endsWith('.cjs'))
      .sort(),
  ).toEqual(parts.map(inDist).sort())
  for (const file of parts) expect(readFileSync(file, 'latin1'), file).not.toMatch(/[\x80-\xff]/)
  const compiled = files.filter((file) => inDist(file).startsWith('server/cache/')).map((file) => statSync(file).size)
  expect(Math.max(...compiled)).toBeGreaterThan(1_000_000)
})

test('writes the source maps of all bundles outside the served files, with paths relative to the project', () => {
  const dist = path.join(project, 'dist')
  const below = (folder: string) =>
    readdirSync(path.join(dist, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
  const served = below('web')
  expect(served.filter((name) => name.endsWith('.map'))).toEqual([])
  const bundles = [...served, ...below('server')].filter((name) => /\.c?js$/.test(name))
  expect(bundles.length).toBeGreaterThan(10)
  for (const name of bundles)
    expect(readFileSync(path.join(dist, name), 'utf8'), name).not.toContain('//# sourceMapping')

  const maps = below('maps').filter((name) => name.endsWith('.map'))
  // Chunks of scenes have no map, because they contain only data. The bundler's own runtime has no map either.
  const chunks = bundles.filter((name) => /^(web\/assets\/(?!lost-|rolldown-runtime-)|server\/main-)/.test(name))
  expect(maps.map((name) => name.slice('maps/'.length, -'.map'.length))).toEqual(expect.arrayContaining(chunks))
  const mapOf = (name: string) => JSON.parse(readFileSync(path.join(dist, name), 'utf8'))
  const name = chunks.find((chunk) => /^server\/main-/.test(chunk)) ?? ''
  const server = mapOf(`maps/${name}.map`)
  const at = server.sources.indexOf('server/main.ts')
  expect(server.sourcesContent[at]).toBe(readFileSync(path.join(root, 'server/main.ts'), 'utf8'))
  // Chooses a function that stands behind an escape on the same line, because an escape moves all columns behind it.
  const lines = readFileSync(path.join(dist, name), 'latin1').split('\n')
  const later = /^.*\\u2019.*?function (?<name>\w{6,})\(/
  const line = lines.findIndex((text) => later.test(text))
  const [text = '', called = ''] = later.exec(lines[line] ?? '') ?? []
  const column = text.lastIndexOf('function')
  const place = originalPositionFor(new TraceMap(server), { line: line + 1, column })
  const source = server.sourcesContent[server.sources.indexOf(place.source)].split('\n')
  expect(source[(place.line ?? 0) - 1]).toContain(`function ${called}`)
  const packages = server.sources.findIndex((source: string) => source.includes('node_modules/'))
  expect(server.sourcesContent[packages]).toBeNull()
  const sources = maps.flatMap((name) => mapOf(name).sources as string[])
  expect(sources).toEqual(expect.arrayContaining(['web/main.tsx', 'contract/limits.ts']))
})

const filesBelow = (folder: string) =>
  readdirSync(path.join(project, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
const publicFiles = () => filesBelow('dist/web')

describe('S2.09 private pages', () => {
  afterAll(() => rmSync(path.join(project, 'content/private'), { recursive: true }))

  test('a file in content/private/ becomes HTML without scripts, styles and buttons, outside the served files', () => {
    expect(readdirSync(path.join(project, 'dist/private'))).toEqual(['secret.html'])
    const html = readFileSync(path.join(project, 'dist/private/secret.html'), 'utf8')
    for (const word of privatePageWords) expect(html).toContain(word)
    expect(html).toContain('<a href="https://cadmium.example/" rel="noopener">bismuth</a>')
    expect(html).toContain('<div class="code-block">')
    expect(html).not.toMatch(/<script|<style|<button|\sstyle=|\son\w+=/)
  })

  test('a private page is served with its title but without its text, and no server bundle contains the text', () => {
    expect(built('secret.html')).toContain('<title data-head>Secret - Zweitrad</title>')
    expect(built('secret.html')).toMatch(/<main[^>]*><\/main>/)
    expect(publicFiles().length).toBeGreaterThan(20)
    for (const file of [...publicFiles(), ...filesBelow('dist/server')]) {
      const text = readDecompressedText(file)
      for (const word of privatePageWords) expect(text.includes(word), `${word} in ${file}`).toBe(false)
    }
  })

  test('a change of the text of a private page changes the version, so that a running server serves the new text', () => {
    const { version } = record()
    writeFileSync(path.join(project, 'content/private/secret.mdx'), `${privatePageText}\nMore words.\n`)
    expect([build().status, record().version === version]).toEqual([0, false])
  }, 180_000)

  test('the build fails when a page imports a private page, or a private page links a file, because all files are public', () => {
    const imported = `${newPageText}\nimport Secret from './private/secret.mdx'\n\n<Secret />\n`
    writeFileSync(path.join(project, 'content/brand-new.mdx'), imported)
    const shown = `${privatePageText}\nimport text from './notes.txt?url'\n\n<a href={text}>Notes</a>\n`
    writeFileSync(path.join(project, 'content/private/secret.mdx'), shown)
    writeFileSync(path.join(project, 'content/private/notes.txt'), 'osmium')
    // Runs only the two build steps that refuse private pages.
    const steps = `
      process.env.NODE_ENV = 'production'
      const { createBuilder } = await import('vite')
      const { default: configure } = await import('./vite.config.ts')
      const { writePrivatePages } = await import('./build/private-pages.ts')
      const { readVisiblePages } = await import('./build/content.ts')
      const { writeCompiledPageJson } = await import('./build/texts.ts')
      const { compilePageTexts } = await import('./build/articles/compile-text.ts')
      const builder = await createBuilder({ ...(await configure()), logLevel: 'silent', configFile: false })
      const report = ({ message }) => console.log(message)
      for (const name of ['client', 'ssr']) await builder.build(builder.environments[name]).catch(report)
      const pages = readVisiblePages()
      await writeCompiledPageJson(pages, await compilePageTexts(pages), '').then(writePrivatePages).catch(report)`
    const { stdout } = run('--input-type=module', '--eval', steps)
    expect(stdout).toContain('secret.mdx is private: it stays on the server')
    expect(stdout).toContain('content/private/secret.mdx shows a file, and every file of the site is public')
  }, 180_000)
})

test('a link to an unknown page fails the build with the file and line of the link, without a stack trace', () => {
  writeFileSync(
    path.join(project, 'content/brand-new.mdx'),
    `${newPageText}\n[Order](/order/somewhere) or [not](/nowhere).\n`,
  )
  const { status, stderr } = build()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^content\/brand-new\.mdx:13: \/nowhere is no page and no file of the site\. .*\n$/)
}, 180_000)

test('invalid front matter fails the build with its file, its line and the reason', () => {
  writeFileSync(path.join(project, 'content/brand-new.mdx'), newPageText.replace('Werkstatt', 'Nonsense'))
  expect(build()).toMatchObject({
    status: 1,
    stderr: 'content/brand-new.mdx:5: group: Invalid option: expected one of "Werkstatt"|"Touren"|"Team"|"Über mich"\n',
  })
}, 180_000)

test('a build that publishes a page writes the file of the page, or leaves the file unchanged when the page cannot be built', () => {
  const file = path.join(project, 'content/brand-new.mdx')
  writeFileSync(file, newPageText)
  const publish = (name: string, input: string) =>
    spawnSync(process.execPath, ['scripts/build.ts', '--if-changed', '--page', name], {
      ...{ cwd: project, env: createForkEnvironment(), encoding: 'utf8', input },
    })
  const broken = publish('brand-new.mdx', `${newPageText}\n[Away](/nowhere)\n`)
  expect(broken).toMatchObject({ status: 1, stderr: expect.stringMatching(/^content\/brand-new\.mdx:13: \/nowhere/) })
  expect(readFileSync(file, 'utf8')).toBe(newPageText)

  const fresh = newPageText
    .replace('/brand-new', '/fresh')
    .replace('Brand new', 'Fresh')
    .replace('quicksilver', 'Ωmega iron')
  expect(publish('fresh.mdx', fresh)).toMatchObject({ status: 0, stderr: '' })
  expect(built('fresh.html')).toContain('Words about Ωmega iron.')
  expect(readFileSync(path.join(project, 'content/fresh.mdx'), 'utf8')).toBe(fresh)
  // The last build already contains the page, so the next build changes nothing.
  expect(run('scripts/build.ts', '--if-changed')).toMatchObject({ status: 0, stdout: '', stderr: '' })
  rmSync(path.join(project, 'content/fresh.mdx'))
}, 180_000)

test('a running server that has the sources of its site shows a scheduled page at its publication time', async () => {
  writeFileSync(path.join(project, 'content/brand-new.mdx'), newPageText)
  const due = new Date(Date.now() + 20_000).toISOString().slice(0, 19)
  const later = newPageText
    .replace('/brand-new', '/later')
    .replace('Brand new', 'Later')
    .replace('2026-11-21', `${due}Z`)
  writeFileSync(path.join(project, 'content/later.mdx'), later.replace('as one file', 'for later'))
  expect(run('scripts/start.ts')).toMatchObject({ status: 0, stderr: '' })
  const dataDir = path.join(project, 'test-results/data')
  const server = spawn(process.execPath, ['dist/server/main.cjs'], {
    cwd: project,
    env: { ...createForkEnvironment(), NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, SOURCES_DIR: project },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(server, 'exit')
  try {
    let address = ''
    for await (const line of createInterface(server.stdout)) {
      address = / is at (http\S+)$/.exec(line)?.[1] ?? ''
      if (address) break
    }
    expect(record().pages.map(({ path }) => path)).not.toContain('/later')
    expect(record().nextBuild).toBe(Date.parse(`${due}Z`))
    const [, script = ''] = /(\/assets\/[\w-]+\.js)/.exec(built('brand-new.html')) ?? []

    await expect
      .poll(async () => (await fetch(`${address}/later`)).status, { timeout: 150_000, interval: 500 })
      .toBe(200)
    for (const list of ['/', '/articles', '/order', '/feed.xml', '/sitemap.xml', '/search-index.json'])
      expect(await (await fetch(address + list)).text(), list).toContain('/later')
    // The server still has the scripts of the former build, because pages that are open in browsers may load them.
    expect((await fetch(address + script)).status).toBe(200)
    expect(server.exitCode).toBe(null)
  } finally {
    server.kill('SIGTERM')
    await exited
  }
}, 240_000)

test('after a change of one text, the build bundles nothing, and only files that contain this text change', () => {
  const dist = path.join(project, 'dist')
  const list = () => listFiles('web', dist).map((file) => `${file} ${hashFiles([file], dist)}`)
  const before = list()
  const file = path.join(project, 'content/brand-new.mdx')
  writeFileSync(file, `${newPageText.replace('quicksilver', 'quicksilver and antimony')}${codeFileMdx}`)
  const { status, stdout } = build()
  expect(status).toBe(0)
  expect(stdout).not.toContain('Bundling')
  const changed = list().filter((file) => !before.includes(file))
  const names = changed.map((file) => file.replace(/^web\/|(\.(br|gz))? \w+$/g, '').replace(/-[\w-]{8}\./, '-HASH.'))
  expect([...new Set(names)].sort()).toEqual([
    ...['assets/steps-HASH.ini', 'assets/steps.ini-HASH.json', 'atom.xml', 'brand-new.html', 'feed.json', 'feed.xml'],
    ...['search-index.json', 'service-worker.js', 'texts/brand-new.json'],
  ])
  expect(built('brand-new.html')).toContain('quicksilver and antimony')
}, 180_000)

test('after changes of pages, pictures and code, a build with a cache writes the same files as a build without a cache', () => {
  const write = (file: string, text: string) => writeFileSync(path.join(project, 'content', file), text)
  rmSync(path.join(project, 'content/later.mdx'), { force: true })
  write(
    'added.mdx',
    newPageText.replace('/brand-new', '/added').replace('Brand new', 'Added').replace('as one', 'as another'),
  )
  write('brand-new/steps.ini', 'depth = 2')
  write('brand-new/plan.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"/>')
  const changed = newPageText.replace('Brand new', 'Renamed').replace('quicksilver', 'bronze')
  write('brand-new.mdx', `${changed}${codeFileMdx}\n![A plan](./brand-new/plan.svg)\n`)
  // The home page, which does not change, shows the scene that is made from the title of this page.
  const shown = readFileSync(path.join(project, 'content/first-article.mdx'), 'utf8')
  write('first-article.mdx', shown.replace(/^title: .*$/m, 'title: Another title'))
  const hashBuild = () => {
    const { stderr, status } = run(
      '--input-type=module',
      '--eval',
      "const { buildSiteFiles } = await import('./build/build-site.ts'); await buildSiteFiles(() => {})",
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
    return Object.fromEntries(filesBelow('dist.new').map((file) => [file, hashFiles([path.relative(root, file)])]))
  }
  const after = hashBuild()
  rmSync(path.join(project, 'node_modules/.cache/made'), { recursive: true })
  expect(hashBuild()).toEqual(after)
  expect(readDecompressedText(path.join(project, 'dist.new/web/brand-new.html'))).toContain('Words about bronze.')
}, 300_000)
