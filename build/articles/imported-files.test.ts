import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { importedFilePlugin, publicFileOutput } from './imported-files.ts'

const folder = vi.hoisted(() => ({ publicBuildFolder: '' }))
vi.mock('../site.ts', async (load) => ({
  ...(await load<object>()),
  get publicBuildFolder() {
    return folder.publicBuildFolder
  },
}))

test.each([
  ['site.tar.gz', /^\/assets\/site\.tar-[\w-]{8}\.gz$/],
  ['.bashrc', /^\/assets\/bashrc-[\w-]{8}$/],
  ['C#.pdf', /^\/assets\/C--[\w-]{8}\.pdf$/],
  ['100%.pdf', /^\/assets\/100--[\w-]{8}\.pdf$/],
  ['IMG 2024 01, edited.jpg', /^\/assets\/IMG-2024-01-edited-[\w-]{8}\.jpg$/],
  ['Größe-料理.txt', /^\/assets\/Größe-料理-[\w-]{8}\.txt$/],
])('the file %s gets an address of letters, digits, dots and hyphens', async (name, address) => {
  folder.publicBuildFolder = mkdtempSync(path.join(tmpdir(), 'files-'))
  onTestFinished(() => rmSync(folder.publicBuildFolder, { recursive: true }))
  const file = path.join(folder.publicBuildFolder, name)
  writeFileSync(file, 'Words')
  const written = await publicFileOutput.copyFile(file)
  expect(written).toMatch(address)
  expect(existsSync(path.join(folder.publicBuildFolder, written))).toBe(true)
})

/** The hooks of the plugin that these tests call. */
const plugin = importedFilePlugin() as unknown as Record<'resolveId' | 'load', (...of: string[]) => never>

test.each(['a-package/file.wasm?url', '/public.svg?url', '#web/file.svg?url'])(
  'an import of %s is left to Vite, because the file is not beside the page',
  (source) => {
    expect(plugin.resolveId(source, '/content/page.mdx')).toBeUndefined()
  },
)

test('a page with code of its own writes an imported file under the same name', async () => {
  const content = mkdtempSync(path.join(tmpdir(), 'content-'))
  onTestFinished(() => rmSync(content, { recursive: true }))
  writeFileSync(path.join(content, '.my bashrc'), 'Words')
  const emitFile = vi.fn(() => 'reference')
  const id = plugin.resolveId('./.my bashrc?url', path.join(content, 'page.mdx'))
  await expect(plugin.load.call({ addWatchFile: vi.fn(), emitFile }, id)).resolves.toContain(
    '__VITE_ASSET__reference__',
  )
  expect(emitFile).toHaveBeenCalledWith(expect.objectContaining({ name: 'my-bashrc' }))
})
