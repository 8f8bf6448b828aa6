import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readBuildOutput } from '../../http/build-output.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { writeTemporaryFixture } from '../../testing/fixture-build.ts'

/** Creates a site with a scheduled page that is due. Its build fails until the test replaces `runBuild`. */
async function createDueSite() {
  const dist = join(writeTemporaryFixture(), 'dist')
  const change = (more: object) => {
    const file = join(dist, 'build.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }))
  }
  change({ program: 'program-1', nextBuild: Date.now() - 1 })
  const runBuild = vi.fn(async (): Promise<void> => {
    throw new Error('content/evening.mdx:7: there is no picture')
  })
  const site = await createDeskSite({ build: readBuildOutput(dist), runBuild })
  const job = site.app.features.find(({ name }) => name === 'publishing')?.jobs?.[0]
  const inbox = async () => {
    const { items, waiting } = (await site.ask('GET', '/inbox?kind=build')).body
    return { items, waiting: waiting.build }
  }
  return { ...site, change, runBuild, run: async () => job?.run(), inbox }
}

test('a failed build for a scheduled page waits in the inbox until the site is built again', async () => {
  const { change, runBuild, run, inbox, ask } = await createDueSite()
  expect(await inbox()).toEqual({ items: [], waiting: 0 })
  await expect(run()).rejects.toThrow('there is no picture')
  expect(await inbox()).toMatchObject({
    items: [{ kind: 'build', id: 'build', text: 'content/evening.mdx:7: there is no picture', to: '/desk/pages' }],
    waiting: 1,
  })
  runBuild.mockImplementation(async () => change({ version: 'next', nextBuild: null }))
  expect((await ask('POST', '/build')).status).toBe(204)
  expect(runBuild).toHaveBeenCalledTimes(2)
  expect(await inbox()).toEqual({ items: [], waiting: 0 })
})

test('a failed build returns to the inbox after a second failure, and leaves the inbox when the site serves another version', async () => {
  const { db, runBuild, run, inbox, ask } = await createDueSite()
  await expect(run()).rejects.toThrow()
  await ask('POST', '/build')
  await vi.waitFor(async () => expect((await inbox()).waiting).toBe(1))
  expect(runBuild).toHaveBeenCalledTimes(2)
  // The failure is recorded with the version that the site served at that time.
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify({ at: 1, version: 'other', reason: 'x' }) })
    .where('key', '=', 'failed build')
    .execute()
  expect((await inbox()).waiting).toBe(0)
})
