import { expect, onTestFinished, test } from 'vitest'
import type { DeskNotice, Notice } from '#contract/notices.ts'
import { openDatabase } from '../db/database.ts'
import { locateTestDatabase } from '../testing/database.ts'
import { createDeskSite } from '../testing/desk.ts'
import { writeFixtureBuild } from '../testing/fixture-build.ts'
import { addPerson } from '../testing/people.ts'
import { runServer } from '../testing/run-server.ts'
import { addSampleNotice } from './sample.ts'

/** What a server process shows a stranger; it has ended afterwards. */
async function shownBy(folder: string, environment: Record<string, string>) {
  const server = runServer(folder, environment)
  const answer = await fetch(`http://127.0.0.1:${await server.port}/notifications`)
  const shown = (await answer.json()) as Notice[]
  server.kill('SIGTERM')
  await server.ended
  return shown
}

// Three processes start, one after the other, on a machine that may be busy.
test('a new site starts with one notice, once, and with SAMPLES=off with none', { timeout: 60_000 }, async () => {
  const { url } = await locateTestDatabase()
  const where = url ? { DATABASE_URL: url } : {}
  const folder = writeFixtureBuild()
  const [sample, ...others] = await shownBy(folder, where)
  expect(sample).toMatchObject({ message: expect.stringContaining('sample notice'), links: [{}, {}] })
  expect(others).toEqual([])
  expect(await shownBy(folder, where)).toEqual([sample])
  const other = await locateTestDatabase()
  const elsewhere = other.url ? { DATABASE_URL: other.url } : {}
  expect(await shownBy(writeFixtureBuild(), { ...elsewhere, SAMPLES: 'off' })).toEqual([])
})

test('the desk marks the sample, deletes it for good, and what is written over it is no sample', async () => {
  const location = await locateTestDatabase()
  const db = await openDatabase(location)
  onTestFinished(() => db.destroy())
  await Promise.all([addSampleNotice(db), addSampleNotice(db)])
  const { ask } = await createDeskSite({ db })
  const list = async (): Promise<DeskNotice[]> => (await ask('GET', '/notices')).body.notices
  const [sample] = await list()
  expect(sample).toMatchObject({ sample: true, audience: 'everyone', withdrawnAt: null, endsAt: null })
  const words = { message: 'Mine', links: [] }
  expect((await ask('PUT', `/notices/${sample?.id}`, words)).body).toMatchObject({ message: 'Mine', sample: false })
  await ask('DELETE', `/notices/${sample?.id}`)
  await addSampleNotice(db)
  expect(await list()).toEqual([])
})

test('a site that people have accounts on gets no sample', async () => {
  const { db, call } = await createDeskSite()
  await addPerson(db)
  await addSampleNotice(db)
  expect((await call('GET', '/notifications')).json()).toEqual([])
})
