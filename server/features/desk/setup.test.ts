import { expect, test } from 'vitest'
import { type SetupStep, setupStepNames } from '#contract/setup.ts'
import { site } from '#site'
import type { Database } from '../../db/database.ts'
import type { SitePage } from '../../http/build-output.ts'
import type { ClientDetails } from '../../http/client.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { origins } from '../../testing/origins.ts'
import { addPerson } from '../../testing/people.ts'
import { createTestSite } from '../../testing/site.ts'
import { buildSitePage } from '../../testing/site-page.ts'
import { runPrepareHooks } from '../define-feature.ts'
import { createSiteSetupChecks, recordStarterPages } from './setup.ts'

/** Creates a site with an admin. `step` checks one step, and may send other headers. */
async function siteWithSteps(options: Parameters<typeof createDeskSite>[0] = {}) {
  const created = await createDeskSite(options)
  const list = async (headers: Record<string, string> = {}): Promise<SetupStep[]> => {
    const answer = await created.call('GET', '/api/desk/setup', { token: created.ada.token, headers })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().steps
  }
  const step = async (name: SetupStep['name'], headers?: Record<string, string>) =>
    (await list(headers)).find((found) => found.name === name)
  return { ...created, list, step }
}

/** Prepares a new database as a start does, before anybody has an account. */
async function prepareDatabase() {
  const db = await createTestDatabase()
  const { app } = await createTestSite({ db, hasSamples: true })
  await runPrepareHooks(app.features)
  return db
}

test('lists every setup step in the order of the contract; on a new site, all steps are open', async () => {
  const db = await prepareDatabase()
  const { list } = await siteWithSteps({ db })
  const steps = await list()
  expect(steps.map(({ name }) => name)).toEqual(setupStepNames)
  expect(steps.map(({ name, state }) => (state === 'open' ? name : `${name}: ${state}`))).toEqual(setupStepNames)
})

test('the setup has no steps of disabled features', async () => {
  const switches = { ...site.features, ordering: false }
  const { list } = await siteWithSteps({ switches })
  expect((await list()).map(({ name }) => name)).toEqual([
    'identity',
    'page',
    'sampleNotice',
    'https',
    'mail',
    'recovery',
    'protection',
    'backup',
  ])
})

test('only admins can see and skip the setup steps', async () => {
  const { call, db } = await siteWithSteps()
  const reader = await addPerson(db)
  for (const [method, url, body] of [
    ['GET', '/api/desk/setup'],
    ['PUT', '/api/desk/setup/mail', { isSkipped: true }],
    ['POST', '/api/desk/test-mail'],
  ] as const) {
    const request = body ? { body } : {}
    expect((await call(method, url, request)).statusCode, url).toBe(401)
    expect((await call(method, url, { ...request, token: reader.token })).statusCode, url).toBe(403)
  }
})

test('the setup step of a sample is done when the sample is deleted', async () => {
  const db = await prepareDatabase()
  const { ask, step } = await siteWithSteps({ db })
  const notice = await step('sampleNotice')
  await ask('DELETE', `/notices/${notice?.findings.sampleId}`)
  expect(await step('sampleNotice')).toEqual({ name: 'sampleNotice', state: 'done', findings: {} })
  const kitchen = await step('sampleKitchen')
  expect(kitchen?.state).toBe('open')
  await ask('DELETE', `/kitchens/${kitchen?.findings.sampleId}`)
  expect((await step('sampleKitchen'))?.state).toBe('done')
})

/** Starts a site with some pages. @returns whether the step of the first own page is done */
async function hasOwnPage(db: Database, pages: SitePage[], siteName = 'Bakery'): Promise<boolean | undefined> {
  const context = { db, build: { pages }, origin: origins[0] }
  await recordStarterPages(context, siteName)
  return (await createSiteSetupChecks(context).page?.({} as ClientDetails))?.isDone
}

test('the setup step of the first own page is done when the site has a page that it did not have at its first start', async () => {
  const db = await createTestDatabase()
  const shipped = [buildSitePage('/'), buildSitePage('/bread')]
  expect(await hasOwnPage(db, shipped)).toBe(false)
  expect(await hasOwnPage(db, [buildSitePage('/')])).toBe(false)
  expect(await hasOwnPage(db, [...shipped, buildSitePage('/diary', { private: true })])).toBe(false)
  expect(await hasOwnPage(db, [buildSitePage('/'), buildSitePage('/sourdough', { aliases: ['/bread'] })])).toBe(false)
  expect(await hasOwnPage(db, [...shipped, buildSitePage('/rye')])).toBe(true)
})

test('pages that appear together with a new site name do not count as the author’s own, unless the author had an own page before', async () => {
  const db = await createTestDatabase()
  const shipped = [buildSitePage('/'), buildSitePage('/sample')]
  const starter = [buildSitePage('/'), buildSitePage('/first-article')]
  expect(await hasOwnPage(db, shipped, 'Original')).toBe(false)
  expect(await hasOwnPage(db, starter, 'Bakery')).toBe(false)
  expect(await hasOwnPage(db, [...starter, buildSitePage('/rye')], 'Bakery')).toBe(true)
  expect(await hasOwnPage(db, [...starter, buildSitePage('/rye')], 'Better bakery')).toBe(true)
})

test('the setup step of the first own page is done on a site that had accounts before this step existed', async () => {
  const db = await createTestDatabase()
  await addPerson(db)
  expect(await hasOwnPage(db, [buildSitePage('/')])).toBe(true)
})

test('the setup step of HTTPS is done when an admin has reached the first origin over HTTPS, and stays done when an admin uses another origin', async () => {
  const { step } = await siteWithSteps({ trustProxy: true })
  const [origin] = origins
  const host = new URL(origin).host
  expect(await step('https', { host })).toEqual({
    name: 'https',
    state: 'open',
    findings: { origin, requestOrigin: `http://${host}` },
  })
  expect((await step('https', { host: 'app.test', 'x-forwarded-proto': 'https' }))?.state).toBe('open')
  expect((await step('https', { host, 'x-forwarded-proto': 'https' }))?.state).toBe('done')
  expect((await step('https', { host: '127.0.0.1:3000' }))?.state).toBe('done')
})

test('the setup step of HTTPS ignores the headers of an untrusted proxy', async () => {
  const { step } = await siteWithSteps()
  const headers = { host: new URL(origins[0]).host, 'x-forwarded-proto': 'https' }
  expect((await step('https', headers))?.state).toBe('open')
})

test('the setup step of HTTPS is open again after the origin of the site has changed', async () => {
  const db = await createTestDatabase()
  const isReached = async (origin: string, requestOrigin: string) =>
    (await createSiteSetupChecks({ db, origin, build: { pages: [] } }).https?.({ requestOrigin } as ClientDetails))
      ?.isDone
  expect(await isReached('https://old.test', 'https://old.test')).toBe(true)
  expect(await isReached('https://new.test', 'https://old.test')).toBe(false)
  expect(await isReached('https://new.test', 'https://new.test')).toBe(true)
  expect(await isReached('http://127.0.0.1:3000', 'http://127.0.0.1:3000')).toBe(false)
})

test('a setup step can be skipped for all admins and reopened; each change is logged once, and a step that is done stays done', async () => {
  const { ask, step, logged, db } = await siteWithSteps()
  const skip = (name: string, isSkipped: boolean) => ask('PUT', `/setup/${name}`, { isSkipped })
  expect((await skip('mail', true)).status).toBe(204)
  await skip('mail', true)
  expect((await step('mail'))?.state).toBe('skipped')
  await skip('mail', false)
  await skip('mail', false)
  expect((await step('mail'))?.state).toBe('open')
  expect(await logged()).toEqual([
    'Ada Admin | setup step taken up | mail | ',
    'Ada Admin | setup step skipped | mail | ',
  ])
  await addPerson(db, { roles: ['Admin'] })
  await skip('recovery', true)
  expect((await step('recovery'))?.state).toBe('done')
})

test('skipping an unknown setup step is refused with 400', async () => {
  const { ask } = await siteWithSteps()
  for (const name of ['nothing', '__proto__', '%00', 'x'.repeat(500)])
    expect((await ask('PUT', `/setup/${name}`, { isSkipped: true })).status, name).toBe(400)
  expect((await ask('PUT', '/setup/mail', { isSkipped: 'yes' })).status).toBe(400)
})
