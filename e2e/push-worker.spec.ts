import type { CDPSession, Page, Worker } from '@playwright/test'
import { PUSH_TTL_SECONDS_BY_TOPIC } from '../contract/push.ts'
import { userStorageKeys } from '../contract/storage-keys.ts'
import { createFullChromiumOptions } from '../scripts/chromium.ts'
import { test } from './claimed-site.ts'
import { scrollToComments } from './live-test.ts'
import {
  createSubscriptionKeys,
  installFakePushService,
  pushServiceOrigin,
  readStoredValue,
  waitForPushes,
} from './push-page.ts'
import { buildBearerHeader, type Reader } from './readers.ts'
import { expect, openPage } from './test.ts'

test.use({ ...createFullChromiumOptions(), serviceWorkers: 'allow', siteEnv: { PUSH_SERVICES: pushServiceOrigin } })

/** Registers a device of the admin with the tests' push service. */
async function registered(page: Page, { address, admin }: { address: string; admin: Reader }, path = '/ueber-mich') {
  const keys = createSubscriptionKeys()
  const endpoint = `${pushServiceOrigin}/push/${crypto.randomUUID()}-`
  await page.context().grantPermissions(['notifications'], { origin: address })
  await installFakePushService(page, { endpoint, keys })
  await openPage(page, path)
  await expect.poll(() => devices(page, admin)).toHaveLength(1)
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  return { keys, endpoint: `${endpoint}1`, worker }
}

async function devices(page: Page, admin: Reader): Promise<unknown[]> {
  const answer = await page.request.get('/api/account/push', { headers: buildBearerHeader(admin) })
  return (await answer.json()).devices
}

/**
 * Delivers a message from the push service to the service worker, as the browser does, and waits until its notification
 * is shown. Chromium can lose a notification when the notifications are listed before it is shown. So tests list them
 * only after this call.
 */
async function deliver(page: Page, worker: Worker, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(session)
  await worker.evaluate(() => {
    const { registration } = self as unknown as ServiceWorkerGlobal
    const show = ServiceWorkerRegistration.prototype.showNotification.bind(registration)
    const isShown = new Promise<void>((resolve) => {
      registration.showNotification = (title, options) => show(title, options).finally(resolve)
    })
    Object.assign(self, { isShown })
  })
  await session.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data })
  await worker.evaluate(() => (self as unknown as { isShown: Promise<void> }).isShown)
}

async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return found
}

/** Returns the visible notifications. */
const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as ServiceWorkerGlobal
    const all = await registration.getNotifications()
    return all.map(({ title, body, tag, icon, badge, data }) => ({ title, body, tag, icon, badge, data }))
  })

/**
 * Clicks the visible notification. Only a real click may focus or open a window, so this function replaces these two
 * calls and records them. Everything else is real.
 * @returns the focused and opened windows
 */
const click = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = self as unknown as ServiceWorkerGlobal
    const done: string[] = []
    scope.WindowClient.prototype.focus = async function (this: { url: string }) {
      done.push(`focused ${new URL(this.url).pathname}`)
      return this
    }
    scope.clients.openWindow = async (url: string) => void done.push(`opened ${url}`)
    const [notification] = await scope.registration.getNotifications()
    const event = new scope.NotificationEvent('notificationclick', { notification })
    let work: unknown
    event.waitUntil = (promise: unknown) => {
      work = promise
    }
    dispatchEvent(event)
    await work
    return { done, left: (await scope.registration.getNotifications()).length }
  })

test('S7.11 the push service receives an encrypted notice; the service worker shows it, and a click opens its page in the open tab', async ({
  page,
  site,
}) => {
  const { endpoint, keys, worker } = await registered(page, site)
  await openPage(page, '/desk/notices#new')
  const form = page.getByRole('region', { name: 'A new notice' })
  await form.getByLabel('Message').fill('The record is broken.')
  await form.getByLabel('Also send it as a push notification').check()
  await form.getByRole('button', { name: 'Add a link' }).click()
  await form.getByLabel('Name of link 1').fill('Watch it')
  await form.getByLabel('Address of link 1').fill('/seefunk')
  await page.getByRole('button', { name: 'Post the notice' }).click()

  const [arrived] = await waitForPushes(endpoint, keys)
  const ttl = Number(arrived?.headers.ttl)
  expect(ttl).toBeLessThanOrEqual(PUSH_TTL_SECONDS_BY_TOPIC.notices)
  expect(ttl).toBeGreaterThan(PUSH_TTL_SECONDS_BY_TOPIC.notices - 60)
  expect(arrived?.payload).toEqual({
    topic: 'notices',
    title: 'Nebelhorn',
    body: 'The record is broken.',
    url: '/seefunk',
    tag: expect.stringMatching(/^notice-/),
  })

  await deliver(page, worker, JSON.stringify(arrived?.payload))
  expect(await shown(worker)).toHaveLength(1)
  const { title, body, url, tag } = arrived?.payload ?? {}
  const [notification] = await shown(worker)
  expect(notification).toMatchObject({ title, body, tag, data: { url } })
  expect(notification?.icon).toMatch(/\/icon-192\.png$/)
  expect(notification?.badge).toMatch(/\/icon-192\.png$/)

  await page.evaluate(() => Object.assign(window, { untouched: true }))
  expect(await click(worker)).toEqual({ done: ['focused /desk/notices'], left: 0 })
  await expect(page).toHaveURL('/seefunk')
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true)
})

/** Closes all notifications. */
const closeAll = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as ServiceWorkerGlobal
    for (const notification of await registration.getNotifications()) notification.close()
  })

const message = (more = {}) =>
  JSON.stringify({
    topic: 'replies',
    title: 'Nora replied to you',
    body: 'Yes.',
    url: '/seefunk',
    tag: 'one',
    ...more,
  })

test('S7.11 a click on a notification focuses or opens its page; a repeated message replaces the earlier one, and an unreadable message gets a general text', async ({
  page,
  site,
  context,
}) => {
  const { worker } = await registered(page, site, '/seefunk')
  const delivered = async (...bodies: string[]) => {
    expect((await shown(worker)).map(({ body }) => body)).toEqual(bodies)
  }
  const other = await context.newPage()
  await openPage(other, '/ueber-mich')
  await deliver(page, worker, message())
  await delivered('Yes.')
  expect((await click(worker)).done).toEqual(['focused /seefunk'])
  await other.close()

  await openPage(page, '/ueber-mich')
  await scrollToComments(page)
  await page
    .getByRole('textbox', { name: /comment/i })
    .first()
    .fill('Half a thou')
  await deliver(page, worker, message())
  await delivered('Yes.')
  expect((await click(worker)).done).toEqual(['opened /seefunk'])
  await expect(page).toHaveURL('/ueber-mich')

  await deliver(page, worker, 'rubbish')
  await deliver(page, worker, JSON.stringify({ data: JSON.parse(message()), from: '1', fcmMessageId: '2' }))
  const titles = (await shown(worker)).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['Nebelhorn has news for you', 'Nora replied to you'])
  await closeAll(worker)

  await deliver(page, worker, message())
  await deliver(page, worker, message({ body: 'Yes, and no.' }))
  await delivered('Yes, and no.')
  await page.close()
  expect((await click(worker)).done).toEqual(['opened /seefunk'])
})

test('S7.11 the open page registers the device again when the push service revokes a subscription', async ({
  page,
  site,
}) => {
  const { worker, endpoint, keys } = await registered(page, site)
  await page.evaluate(() => localStorage.removeItem('test-subscription'))
  await worker.evaluate(() => {
    const event = Object.assign(new Event('pushsubscriptionchange'), { waitUntil: () => {} })
    dispatchEvent(event)
  })
  await expect.poll(() => readStoredValue(page, userStorageKeys.fcmToken)).toContain(endpoint.replace(/1$/, '2'))
  const answer = await page.request.post('/api/account/push/test', { headers: buildBearerHeader(site.admin) })
  expect(await answer.json()).toEqual({ devices: 1 })
  const [arrived] = await waitForPushes(endpoint.replace(/1$/, '2'), keys)
  expect(arrived?.payload).toMatchObject({ topic: 'test' })
})

/**
 * The part of a service worker's global scope that the test uses. The tests are compiled with the types of a page,
 * which do not include service workers.
 */
interface ServiceWorkerGlobal {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'> & {
    getNotifications: () => Promise<(Notification & { badge: string })[]>
  }
  clients: { openWindow: (url: string) => Promise<unknown> }
  WindowClient: { prototype: { focus: (this: { url: string }) => Promise<unknown> } }
  NotificationEvent: new (type: string, init: object) => Event & { waitUntil: (promise: unknown) => void }
}
