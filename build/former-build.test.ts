import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BuildRecord } from './build-record.ts'
import { copyFormerBuildFiles, reuseServerBundle } from './build-site.ts'
import { reuseBundles } from './bundles.ts'
import { isBuildCurrent } from './fingerprint.ts'

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('keeps the server files and assets of the previous build, but no files that the previous build had kept from an older build', async () => {
  const folder = createFolder()
  const writeBuild = (name: string, files: string[], record: Partial<BuildRecord>) => {
    for (const file of files) {
      mkdirSync(path.join(folder, name, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(folder, name, file), `${name} ${file}`)
    }
    writeFileSync(path.join(folder, name, 'build.json'), JSON.stringify(record))
  }
  const main = 'server/main.cjs'
  const asset = 'web/assets/page-1.js'
  const own = [main, 'server/mail-1.cjs', asset]
  writeBuild('former', [...own, 'server/older.cjs', 'web/assets/older.js'], { own, program: 'a' })
  writeBuild('new', [main, 'server/mail-2.cjs', 'web/assets/page-2.js'], { program: 'b' })
  await copyFormerBuildFiles(path.join(folder, 'former'), path.join(folder, 'new'))
  const parts = readdirSync(path.join(folder, 'new/server')).sort()
  expect(parts).toEqual(['mail-1.cjs', 'mail-2.cjs', 'main.cjs'])
  expect(readFileSync(path.join(folder, 'new', main), 'utf8')).toBe(`new ${main}`)
  expect(readdirSync(path.join(folder, 'new/web/assets')).sort()).toEqual(['page-1.js', 'page-2.js'])
  // A build record of an earlier version of the program has no list `own`.
  await copyFormerBuildFiles(path.join(folder, 'new'), path.join(folder, 'former'))
  expect(readdirSync(path.join(folder, 'former/server'))).not.toContain('mail-2.cjs')
})

test('reuses the bundles, but not the pages, of the previous build when only texts have changed', async () => {
  const folder = createFolder()
  const [former, next] = [path.join(folder, 'former'), path.join(folder, 'next')]
  expect(reuseBundles(former, next, 'a')).toBe(false)
  for (const file of [
    'bundles/web/assets/main-1.js',
    'bundles/ssr/prerender.js',
    'web/about.html',
    'maps/web/main.map',
  ]) {
    mkdirSync(path.join(former, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(former, file), file)
  }
  writeFileSync(path.join(former, 'build.json'), JSON.stringify({ bundles: 'a' }))
  expect(reuseBundles(former, next, 'b')).toBe(false)
  expect(reuseBundles(former, next, 'a')).toBe(true)
  const files = readdirSync(next, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ parentPath, name }) => path.relative(next, path.join(parentPath, name))).sort()).toEqual([
    ...['bundles/ssr/prerender.js', 'bundles/web/assets/main-1.js', 'maps/web/main.map', 'web/assets/main-1.js'],
  ])
})

test('reuses the server of the previous build with its compiled code when only pages have changed', async () => {
  const folder = createFolder()
  const former = path.join(folder, 'former')
  const own = ['server/main.cjs', 'web/assets/page-1.js']
  for (const file of [...own, 'server/cache/a', 'server/older.cjs', 'maps/server/main.cjs.map']) {
    mkdirSync(path.join(former, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(former, file), file)
  }
  expect(await reuseServerBundle(former, path.join(folder, 'first'), 'a')).toBeNull()
  writeFileSync(path.join(former, 'build.json'), JSON.stringify({ own, program: 'a' }))
  expect(await reuseServerBundle(former, path.join(folder, 'program'), 'b')).toBeNull()
  expect(await reuseServerBundle(former, path.join(folder, 'pages'), 'a')).toEqual(['server/main.cjs'])
  expect(readdirSync(path.join(folder, 'pages/server')).sort()).toEqual(['cache', 'main.cjs', 'older.cjs'])
  expect(readdirSync(path.join(folder, 'pages/maps/server'))).toEqual(['main.cjs.map'])
  expect(readdirSync(folder).sort()).toEqual(['former', 'pages'])
})

test('the site is built again when a loss of power has emptied the record of the build', () => {
  const folder = createFolder()
  const hashes = { program: 'a', sources: 'b' }
  mkdirSync(path.join(folder, 'dist'))
  writeFileSync(path.join(folder, 'dist/build.json'), JSON.stringify(hashes))
  expect(isBuildCurrent(folder, hashes)).toBe(true)
  writeFileSync(path.join(folder, 'dist/build.json'), '')
  expect(isBuildCurrent(folder, hashes)).toBe(false)
})

test('a file of an earlier build is made again when a loss of power has emptied it', async () => {
  const make = vi.fn(async () => Buffer.from('made'))
  const makeInNewBuild = async () => {
    vi.resetModules()
    const { reuseOrMakeContent } = await import('./reused-files.ts')
    return (await reuseOrMakeContent('emptied', ['input'], make)).toString()
  }
  expect([await makeInNewBuild(), await makeInNewBuild()]).toEqual(['made', 'made'])
  expect(make).toHaveBeenCalledTimes(1)
  const [file = ''] = globSync('node_modules/.cache/made/*/emptied-*')
  onTestFinished(() => rmSync(file))
  writeFileSync(file, '')
  expect(await makeInNewBuild()).toBe('made')
  expect(readFileSync(file, 'utf8')).toBe('made')
})
