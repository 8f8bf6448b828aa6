import { expect, test } from 'vitest'
import type { DeskNotice } from '#contract/notices.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson } from '../../testing/people.ts'
import { addSampleNotice } from './sample.ts'

// That a start adds it, unless SAMPLES is off, is in server/main.test.ts.

test('the desk marks the sample, deletes it for good, and what is written over it is no sample', async () => {
  const db = await createTestDatabase()
  await Promise.all([addSampleNotice(db), addSampleNotice(db)])
  const { ask } = await createDeskSite({ db })
  const list = async (): Promise<DeskNotice[]> => (await ask('GET', '/notices')).body.notices
  const [sample, ...others] = await list()
  expect(others).toEqual([])
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
