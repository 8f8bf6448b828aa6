import { expect, test } from 'vitest'
import type { DeskNotice } from '#contract/notices.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson } from '../../testing/people.ts'
import { addSampleNotice } from './feature.ts'

// server/main.test.ts tests that a start adds the sample, unless SAMPLES is off.

test('the desk marks the sample notice; editing makes it an ordinary notice, and a deleted sample is not added again', async () => {
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

test('a site with accounts gets no sample notice', async () => {
  const { db, call } = await createDeskSite()
  await addPerson(db)
  await addSampleNotice(db)
  expect((await call('GET', '/notifications')).json()).toEqual([])
})
