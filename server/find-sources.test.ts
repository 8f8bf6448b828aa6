import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findAuthoringSources, findSourcesOfBuild } from './find-sources.ts'

test('the server builds pages only when BUILD_DIR is the build folder of its repository, directly or by a link', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sources-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const [own, other] = [join(root, 'site'), join(root, 'other')]
  for (const folder of [own, other])
    for (const name of ['dist', 'content']) mkdirSync(join(folder, name), { recursive: true })
  symlinkSync(join(own, 'dist'), join(root, 'current'))
  const find = async (SOURCES_DIR: string, BUILD_DIR: string) => {
    const settings = { SOURCES_DIR, BUILD_DIR, AUTHORING: undefined, AUTHORING_PUSH: false, REDIS_URL: undefined }
    return [findSourcesOfBuild(settings), await findAuthoringSources(settings)]
  }
  for (const build of [join(own, 'dist'), join(root, 'current')])
    expect(await find(own, build)).toEqual([own, { folder: own, push: false }])
  const whyOff = `The server shows the site in ${join(other, 'dist')} (BUILD_DIR), and pages are built into ${join(own, 'dist')}. Start it without BUILD_DIR to show that one.`
  expect(await find(own, join(other, 'dist'))).toEqual([undefined, { whyOff }])
  rmSync(join(own, 'dist'), { recursive: true })
  expect((await find(own, join(other, 'dist')))[0]).toBeUndefined()
})
