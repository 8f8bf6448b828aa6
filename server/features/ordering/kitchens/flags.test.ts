import { beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Kitchen } from '#contract/menu.ts'
import { PAUSE_OR_SOLD_OUT_DAYS_MAX } from '#contract/ordering-limits.ts'
import { createOrderSite } from '../../../testing/orders.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

async function flagSite() {
  const site = await createOrderSite()
  const { kitchen } = site
  const put = (path: string, body: unknown) =>
    site.as(site.olive, 'PUT', `/api/kitchen/${kitchen.kitchenId}${path}`, body)
  const shown = async () => {
    const { terms, categories } = (await site.call('GET', `/api/kitchens/${kitchen.slug}`)).json() as Kitchen
    const [burger, fries] = categories[0]?.items ?? []
    return {
      pausedUntil: terms.pausedUntil,
      rush: [terms.rushMinutes, terms.rushUntil],
      fries: fries?.soldOutUntil,
      large: burger?.options[0]?.choices[2]?.soldOutUntil,
    }
  }
  return { ...site, put, shown }
}

const none = { pausedUntil: null, rush: [0, null], fries: null, large: null }

test('sold-out flags, rushes and pauses end at the set time', async () => {
  const { put, shown, kitchen } = await flagSite()
  const { burger, fries } = kitchen
  const until = Date.now() + 30 * MINUTE_MS
  const choiceId = burger.options[0]?.choices[2]?.id
  for (const [path, body] of [
    ['/pause', { until }],
    ['/rush', { minutes: 15, until }],
    [`/items/${fries.itemId}/sold-out`, { until }],
    [`/items/${burger.itemId}/sold-out`, { until, choiceId }],
  ] as const)
    expect((await put(path, body)).status).toBe(200)
  const flagged = { pausedUntil: until, rush: [15, until], fries: until, large: until }
  expect(await shown()).toEqual(flagged)
  vi.setSystemTime(until - 1)
  expect(await shown()).toEqual(flagged)
  vi.setSystemTime(until)
  expect(await shown()).toEqual(none)
})

test('a pause, a rush and a sold-out flag end at once when their end is set to null', async () => {
  const { put, shown, kitchen } = await flagSite()
  const { burger, fries } = kitchen
  const choiceId = burger.options[0]?.choices[2]?.id
  for (const until of [Date.now() + MINUTE_MS, null]) {
    await put('/pause', { until })
    await put('/rush', { minutes: until ? 5 : 0, until })
    await put(`/items/${fries.itemId}/sold-out`, { until })
    await put(`/items/${burger.itemId}/sold-out`, { until, choiceId })
  }
  expect(await shown()).toEqual(none)
})

test('a sold-out flag keeps its end time when its item changes', async () => {
  const { put, shown, as, olive, kitchen } = await flagSite()
  const { burger } = kitchen
  const until = Date.now() + MINUTE_MS
  await put(`/items/${burger.itemId}/sold-out`, { until, choiceId: burger.options[0]?.choices[2]?.id })
  const { body } = await as(olive, 'GET', `/api/kitchen/${kitchen.kitchenId}`)
  await put(`/items/${burger.itemId}`, { ...burger, categoryId: body.categories[0].id, name: 'Triple smash' })
  expect((await shown()).large).toBe(until)
})

test('a pause, a rush and a sold-out flag must end within a month, and a rush adds 5 to 120 minutes', async () => {
  const { put, shown, kitchen } = await flagSite()
  const now = Date.now()
  const far = now + PAUSE_OR_SOLD_OUT_DAYS_MAX * DAY_MS
  for (const path of ['/pause', '/rush', `/items/${kitchen.fries.itemId}/sold-out`]) {
    for (const [until, code] of [
      [now, 'end_before_start'],
      [now - DAY_MS, 'end_before_start'],
      [-1, 'end_before_start'],
      [far + 1, 'too_far_ahead'],
      [Number.MAX_SAFE_INTEGER, 'too_far_ahead'],
      [now + 0.5, 'bad_request'],
      ['soon', 'bad_request'],
    ])
      expect([path, until, (await put(path, { minutes: 15, until })).body.code]).toEqual([path, until, code])
    expect((await put(path, { minutes: 15, until: far })).status).toBe(200)
    await put(path, { minutes: 15, until: null })
  }
  for (const minutes of [-1, 0, 4, 121])
    expect((await put('/rush', { minutes, until: far })).body.code).toBe('minutes_invalid')
  expect(await shown()).toEqual(none)
})
