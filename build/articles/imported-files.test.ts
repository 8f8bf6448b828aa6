import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer as createViteServer } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inlineFileWriter, loadImportedFilesPlugin, publicFileWriter } from './imported-files.ts'

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
  const written = await publicFileWriter.copyFile(file)
  expect(written).toMatch(address)
  expect(existsSync(path.join(folder.publicBuildFolder, written))).toBe(true)
})

/** The hooks of the plugin that these tests call. */
const plugin = loadImportedFilesPlugin() as unknown as Record<'resolveId' | 'load', (...of: string[]) => never>

test.each(['a-package/file.wasm?url', '/public.svg?url', '#web/file.svg?url'])(
  'an import of %s is left to Vite, because the file is not beside the page',
  (source) => {
    expect(plugin.resolveId(source, '/content/page.mdx')).toBeUndefined()
  },
)

test('a file that is imported by a page with code gets a URL-safe name too', async () => {
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

test('in development, a file is served whatever its name is, but only from the folders that Vite allows', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const vite = await createViteServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [loadImportedFilesPlugin()],
    server: { middlewareMode: true, ws: false, watch: null, fs: { allow: [path.join(folder, 'content')] } },
  })
  onTestFinished(() => vite.close())
  const server = createServer(vite.middlewares).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const fetchFile = async (name: string) => {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `Words of ${name}`)
    const { port } = server.address() as AddressInfo
    return (await fetch(`http://127.0.0.1:${port}${await inlineFileWriter.copyFile(file)}`)).text()
  }
  for (const name of ['C#.txt', 'Why? 50%.txt', 'a+b, c@d=e&f.txt', 'Größe %23.txt'])
    expect(await fetchFile(`content/${name}`)).toBe(`Words of content/${name}`)
  for (const name of ['secret.txt', 'secret#.txt', 'content/.env.#'])
    expect(await fetchFile(name)).not.toContain('Words')
})
