import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

/** Creates a site with one page. `startBuild` loads the modules anew, as each build does. */
function createSite() {
  const siteFolder = mkdtempSync(path.join(tmpdir(), 'unwritten-'))
  onTestFinished(() => rmSync(siteFolder, { recursive: true }))
  const contentFolder = path.join(siteFolder, 'content')
  mkdirSync(contentFolder)
  writeFileSync(path.join(siteFolder, 'site.config.ts'), '')
  writeFileSync(path.join(contentFolder, 'boat.mdx'), 'Former words')
  vi.doMock('./site.ts', async (load) => ({ ...(await load<object>()), siteFolder, contentFolder }))
  return {
    read: () =>
      Object.fromEntries(
        readdirSync(contentFolder).map((name) => [name, readFileSync(path.join(contentFolder, name), 'utf8')]),
      ),
    write: (text: string) => writeFileSync(path.join(contentFolder, 'boat.mdx'), text),
    startBuild: async () => {
      vi.resetModules()
      return { ...(await import('./unsaved-page.ts')), ...(await import('./fingerprint.ts')) }
    },
  }
}

test.each([
  ['a page', 'boat.mdx', { 'boat.mdx': 'New words' }],
  ['a new page', 'raft.mdx', { 'boat.mdx': 'Former words', 'raft.mdx': 'New words' }],
])(
  'a build that publishes %s uses the new text from the start, and writes the file of the page at the end',
  async (_, name, end) => {
    const { read, startBuild } = createSite()
    const build = await startBuild()
    const before = build.hashSources().sources
    build.setUnsavedPageText(name, 'New words')
    const { sources } = build.hashSources()
    expect(sources).not.toBe(before)
    expect(read()).toEqual({ 'boat.mdx': 'Former words' })
    build.saveUnsavedPage()
    expect(read()).toEqual(end)
    expect((await startBuild()).hashSources().sources).toBe(sources)
  },
)

test('refuses to overwrite a page that was changed during the build', async () => {
  const { read, write, startBuild } = createSite()
  const { setUnsavedPageText, saveUnsavedPage } = await startBuild()
  setUnsavedPageText('boat.mdx', 'New words')
  write('Written by hand')
  expect(saveUnsavedPage).toThrow('content/boat.mdx:1: The file of the page was changed while the site was built.')
  expect(read()).toEqual({ 'boat.mdx': 'Written by hand' })
})

test('accepts a page when another program wrote the new text to its file during the build', async () => {
  const { read, write, startBuild } = createSite()
  const { setUnsavedPageText, saveUnsavedPage } = await startBuild()
  setUnsavedPageText('boat.mdx', 'New words')
  write('New words')
  saveUnsavedPage()
  expect(read()).toEqual({ 'boat.mdx': 'New words' })
})

test('refuses to publish a file that is not a page', async () => {
  const { setUnsavedPageText } = await createSite().startBuild()
  expect(() => setUnsavedPageText('../site.config.ts', '')).toThrow('../site.config.ts is no name of a page.')
})
