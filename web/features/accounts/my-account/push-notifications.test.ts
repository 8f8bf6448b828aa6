import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import type { MyPushSettings } from '#contract/push.ts'
import {
  buildPushToken,
  installFakePushPage,
  type PushPageOptions,
  safariUserAgent,
} from '../../../testing/push-page.ts'
import { startFakeSession } from '../../../testing/session.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => vi.unstubAllGlobals())

/** Shows the push section of an account. The fake server stores what the section saves. */
async function section({ roles = [], ...options }: PushPageOptions & { roles?: Role[] }) {
  const saved: Pick<MyPushSettings, 'topics' | 'quietHours'> = {
    topics: { notices: true, pages: true, replies: true, orders: true, errors: true },
    quietHours: null,
  }
  const { page, state } = await installFakePushPage(options, ({ path, init, body }) => {
    if (path !== '/api/account/push') return new Response(null, { status: 204 })
    if (init.method === 'PUT') Object.assign(saved, body, { topics: { ...saved.topics, ...(body.topics ?? {}) } })
    const device = { id: '1', name: 'Chrome', platform: 'web', current: true, registeredAt: 1 }
    return Response.json({ ...saved, devices: state.done.includes('registered') ? [device] : [] })
  })
  const { AccountSection } = await import('./push-notifications.tsx')
  await startFakeSession('Nora', { email: '', roles })
  const show = () => page.show(createElement(AccountSection))
  const boxes = () => page.findAll<HTMLInputElement>('[type=checkbox]')
  /** Returns the checkbox or switch with a label. */
  const boxFor = (label: string) => {
    const box = page.document.getElementById(page.find('label', label).getAttribute('for') ?? '')
    if (!box) throw new Error(`There is no box for ${label}.`)
    return box as HTMLInputElement
  }
  return {
    page,
    state,
    saved,
    show,
    boxes,
    /** Returns the switch for this device. */
    here: () => page.findAll<HTMLInputElement>('[role=switch]'),
    boxFor,
    press: (label: string) => act(async () => boxFor(label).click()),
  }
}
const onThisDevice = 'Push notifications on this device'

test('when the reader blocks notifications, the push section explains how to allow them and removes the switch', async () => {
  const { page, here, show, press } = await section({ answer: 'denied' })
  await show()
  await page.until(() => expect(here()).toHaveLength(1))
  await press(onThisDevice)
  await page.until(() => {
    expect(page.text()).toContain('Your browser has not been allowed to show notifications, so they stay off.')
    expect(page.text()).toContain('Notifications of this site are blocked in your browser.')
  })
  expect(here()).toHaveLength(0)
})

test.each<[string, PushPageOptions, string]>([
  ['blocked in its settings', { permission: 'denied' }, 'set Notifications to “Allow”'],
  ['Safari', { agent: safariUserAgent }, 'Open it in Chrome, Edge or Firefox'],
])(
  'S5.06 for a browser that is %s, the push section explains what to do and has no switch',
  async (_, options, words) => {
    const { page, here, show } = await section(options)
    await show()
    await page.until(() => expect(page.text()).toContain(words))
    expect(here()).toHaveLength(0)
  },
)

test('a browser without push support shows an explanation and no push switch', async () => {
  const { page, here, show } = await section({})
  Reflect.deleteProperty(page.window, 'PushManager')
  await show()
  await page.until(() => expect(page.text()).toContain('This browser cannot show push notifications here.'))
  expect(here()).toHaveLength(0)
})

test('S7.11 turning push off removes the device, and the browser remembers this until push is turned on', async () => {
  const { page, show, boxFor, press } = await section({ permission: 'granted' })
  await show()
  await page.until(() => expect(page.text()).toContain(onThisDevice))
  await press(onThisDevice)
  await page.until(() => expect(page.text()).toContain('Push notifications are on for this device.'))
  await press(onThisDevice)
  await page.until(() => expect(page.text()).toContain('Push notifications are off for this device.'))
  expect(boxFor(onThisDevice).checked).toBe(false)
  expect(page.callsTo('/users/fcm-token').map(({ init, body }) => [init.method, body])).toEqual([
    ['POST', { token: buildPushToken(1), platform: 'web' }],
    ['DELETE', { token: buildPushToken(1) }],
  ])
  expect([page.stored.get('push_off'), page.stored.has('fcm_token')]).toEqual(['true', false])
  await press(onThisDevice)
  await page.until(() => expect(boxFor(onThisDevice).checked).toBe(true))
  expect(page.stored.has('push_off')).toBe(false)
})

test('when the push service cannot be reached, the push section shows the problem and the switch stays off', async () => {
  const { page, state, here, show, press } = await section({ permission: 'granted', failing: 'push service' })
  await show()
  await page.until(() => expect(here()).toHaveLength(1))
  await press(onThisDevice)
  await page.until(() => expect(page.text()).toContain('Your browser could not reach its push service.'))
  expect(here()[0]?.checked).toBe(false)
  state.failing = null
  await press(onThisDevice)
  await page.until(() => expect(here()[0]?.checked).toBe(true))
})

test.each<[Role[], number]>([
  [[], 4],
  [['Admin'], 5],
])('with the roles %j there are %i push topics, and all are selected', async (roles, topics) => {
  const { page, show, boxes } = await section({ roles })
  await show()
  await page.until(() => expect(boxes()).toHaveLength(topics + 2))
  expect(boxes().filter(({ checked }) => checked)).toHaveLength(topics)
  const words = 'An error of the site that has not come up before, or a payment to look at'
  expect(page.text().includes(words)).toBe(topics === 5)
})

test('push topics that cannot be saved stay selected, and can be saved again', async () => {
  const { page, state, saved, show, boxFor, press } = await section({})
  await show()
  await page.until(() => expect(page.text()).toContain('A notice of the site'))
  state.failing = 'connection'
  await press('A notice of the site')
  await page.until(() => expect(page.text()).toContain('The site cannot be reached.'))
  expect(saved.topics.notices).toBe(true)
  expect(boxFor('A notice of the site').checked).toBe(false)
  state.failing = null
  await page.click('Save the choice again')
  await page.until(() => expect(page.text()).toContain('Your choice is saved.'))
  expect(saved.topics).toMatchObject({ notices: false, replies: true })
  expect(boxFor('A notice of the site').checked).toBe(false)
})

test('the push section saves only the settings that the reader has changed', async () => {
  const { page, show, press } = await section({})
  await show()
  await page.until(() => expect(page.text()).toContain('A notice of the site'))
  await press('A notice of the site')
  await page.until(() => expect(page.text()).toContain('Your choice is saved.'))
  await press('Keep it quiet at certain hours')
  await page.send('.form', {})
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await page.until(() => expect(page.text()).toContain('It is quiet from 22:00 to 07:00.'))
  const saves = page.callsTo('/api/account/push').filter(({ init }) => init.method === 'PUT')
  expect(saves.map(({ body }) => body)).toEqual([
    { topics: { notices: false } },
    { quietHours: { from: '22:00', to: '07:00', timeZone } },
  ])
})

test('quiet hours that are turned on for the first time last from 22:00 to 07:00', async () => {
  const { page, show, press } = await section({})
  await show()
  await page.until(() => expect(page.text()).toContain('Quiet hours'))
  expect(page.findAll<HTMLInputElement>('[type=time]')).toEqual([])
  await press('Keep it quiet at certain hours')
  const proposed = page.findAll<HTMLInputElement>('[type=time]').map(({ defaultValue }) => defaultValue)
  expect(proposed).toEqual(['22:00', '07:00'])
})

test('after quiet hours are turned off and saved, their checkbox takes the focus of the removed button', async () => {
  const { page, saved, show, boxFor, press } = await section({})
  saved.quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
  await show()
  await page.until(() => expect(page.text()).toContain('Save quiet hours'))
  await press('Keep it quiet at certain hours')
  page.find('button', 'Save quiet hours').focus()
  await page.send('.form', {})
  await page.until(() => expect(page.text()).toContain('There are no quiet hours.'))
  expect(page.text()).not.toContain('Save quiet hours')
  expect(page.document.activeElement).toBe(boxFor('Keep it quiet at certain hours'))
})
