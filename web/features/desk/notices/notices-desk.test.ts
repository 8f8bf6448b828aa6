import { act, createElement } from 'react'
import { expect, test, vi } from 'vitest'
import type { DeskNotice } from '#contract/notices.ts'
import { buildIdFromDigit } from '#contract/testing/sample-desk.ts'
import { openScreen } from '../../../testing/page-actions.ts'

const noticeOf = (digit: number, changes: Partial<DeskNotice> = {}): DeskNotice => ({
  id: buildIdFromDigit(digit),
  message: 'Welcome',
  priority: 'normal',
  links: [],
  audience: 'everyone',
  push: false,
  startsAt: Date.now() - 1000,
  endsAt: null,
  withdrawnAt: null,
  sample: false,
  createdAt: Date.now() - 1000,
  dismissals: 0,
  version: 'first',
  ...changes,
})

/** Opens the desk's page of notices. The fake server stores changes. */
async function noticesAt(hash: string, notices = [noticeOf(1)], serverClockMs = 0) {
  const server = { gone: false, isReady: Promise.resolve() }
  const screen = await openScreen(
    async ({ path, init: { method = 'GET' }, body }) => {
      await server.isReady
      if (server.gone) throw new TypeError('Failed to fetch')
      const at = notices.findIndex(({ id }) => path.endsWith(id))
      if (method === 'GET') return Response.json({ notices, next: null })
      if (method === 'DELETE') {
        notices.splice(at, 1)
        return new Response(null, { status: 204 })
      }
      const now = Date.now() + serverClockMs
      if (method === 'PUT' && body.version !== notices[at]?.version)
        return Response.json({ code: 'notice_changed', message: 'The notice was changed.' }, { status: 409 })
      const before = notices[at] ?? noticeOf(2, { startsAt: now, createdAt: now })
      const after = {
        ...before,
        ...body,
        startsAt: (body.startsAt as number) ?? before.startsAt,
        version: `of ${body.message}`,
      }
      if (method === 'PUT') notices[at] = after
      else notices.unshift(after)
      return Response.json(after)
    },
    async () => createElement((await import('./notices.tsx')).Screen),
    `/desk/notices${hash}`,
  )
  return { ...screen, server, rows: () => screen.texts('.notice-item') }
}

test('a sample notice is removed with one click', async () => {
  const { page, press, rows } = await noticesAt('', [noticeOf(1, { sample: true })])
  expect(rows()).toEqual([expect.stringContaining('Sample')])
  await press('Remove the sample')
  await page.until(() => expect(page.text()).toContain('The sample is gone for good.'))
  expect(page.text()).toContain('There are no notices.')
})

test('the desk reports a notice without a start as posted, even when the browser’s clock is behind the server’s clock', async () => {
  const { page, press, type } = await noticesAt('#new', [], 90_000)
  await type('Message', 'Back at noon')
  await press('Post the notice')
  await page.until(() => expect(page.text()).toContain('The notice is posted: readers see it now.'))
})

test('invalid values of a notice are explained beside their fields, and the corrected notice is posted', async () => {
  const { page, press, type, field, about, rows, sent } = await noticesAt('#new')
  const post = () => press('Post the notice')
  await type('Message', 'x'.repeat(301))
  expect(page.text()).toContain('1 character too many')
  await press('Add a link')
  await type('Name of link 1', 'Run')
  await type('Address of link 1', 'javascript:alert(1)')
  await type('Starts', '2030-01-02T10:00')
  await type('Ends', '2030-01-01T10:00')
  await post()
  expect(about('Message')).toMatch(/^That notice is too long\. Use at most 300 characters\./)
  expect(page.document.activeElement).toBe(field('Message'))
  expect(about('Address of link 1')).toContain('an address that begins with https://, http:// or a single slash')
  expect(about('Ends')).toMatch(/^It would end before it starts\. Choose a later end\./)
  expect(field('Ends').getAttribute('aria-invalid')).toBe('true')
  expect(page.findAll('.notice-preview a')).toEqual([])

  await type('Message', 'x'.repeat(300))
  await type('Address of link 1', '//evil.example')
  await type('Ends', '2030-01-03T10:00')
  await post()
  expect(page.document.activeElement).toBe(field('Address of link 1'))
  expect(sent('POST')).toEqual([])
  await type('Address of link 1', 'https://example.org')
  await post()
  await page.until(() => expect(page.text()).toContain('The notice is scheduled: readers see it when its time comes.'))
  expect(sent('POST')).toMatchObject([{ links: [{ label: 'Run', url: 'https://example.org' }] }])
  expect(rows()[0]).toContain('Scheduled: starts 2 Jan 2030')
})

test('a notice with an unfinished start date is not posted, and the date field shows an error', async () => {
  const { press, type, field, about, sent } = await noticesAt('#new')
  await type('Message', 'Tomorrow')
  // For an unfinished date, the value of the field is empty. The browser says so by badInput only.
  const setUnfinished = (name: string, badInput: boolean) =>
    Object.defineProperty(field(name), 'validity', { value: { badInput }, configurable: true })
  setUnfinished('Starts', true)
  await press('Post the notice')
  expect(sent('POST')).toEqual([])
  expect(about('Starts')).toContain('This entry is not complete, or cannot be read. Correct it, or empty the field.')
  expect(field('Starts').getAttribute('aria-invalid')).toBe('true')
  setUnfinished('Starts', false)
  await press('Post the notice')
  expect(sent('POST')).toMatchObject([{ message: 'Tomorrow', startsAt: null }])
})

test('the draft of a notice is kept after a failed post and after a return to the list', async () => {
  const { page, server, press, type, field, rows } = await noticesAt('#new')
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await type('Message', 'Only typed once.')
  server.gone = true
  await press('Post the notice')
  await page.until(() =>
    expect(page.text()).toContain('The site cannot be reached. Check your connection, then try again.'),
  )
  await press('Back to the list')
  expect(page.text()).not.toContain('A new notice')
  await page.goTo('/desk/notices#new')
  expect(field('Message').value).toBe('Only typed once.')
  server.gone = false
  await press('Post the notice')
  await page.until(() => expect(rows()[0]).toContain('Only typed once.'))
})

test('a message that is typed while the notice is being saved stays in its field', async () => {
  const { page, server, press, type, field, rows } = await noticesAt(`#${buildIdFromDigit(1)}`)
  const saving = Promise.withResolvers<void>()
  server.isReady = saving.promise
  await type('Message', 'Welcome back')
  await press('Save the change')
  await type('Message', 'Welcome back, all')
  await act(async () => saving.resolve())
  await page.until(() => expect(page.text()).toContain('The change is saved.'))
  expect(rows()[0]).toContain('Welcome back')
  expect(field('Message').value).toBe('Welcome back, all')
  await press('Save the change')
  await page.until(() => expect(rows()[0]).toContain('Welcome back, all'))
})

test('when the notice was changed in another tab, the text stays until the admin takes the saved notice', async () => {
  const notices = [noticeOf(1)]
  const { page, press, type, field, says } = await noticesAt(`#${buildIdFromDigit(1)}`, notices)
  await type('Message', 'From this tab')
  notices[0] = noticeOf(1, { message: 'From another tab', version: 'second' })
  await press('Save the change')
  await says('The notice was changed.')
  expect(field('Message').value).toBe('From this tab')
  await press('Show the saved notice')
  await page.until(() => expect(field('Message').value).toBe('From another tab'))
  await type('Message', 'Both')
  await press('Save the change')
  await says('The change is saved.')
})

test('the times of a notice are in the time zone of the browser, and an unchanged time is kept', async () => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  const { page, press, type, field, sent, rows } = await noticesAt('#new')
  await type('Message', 'Summer')
  expect(page.text()).toContain('Times are those of this device: Pacific/Auckland.')
  await type('Ends', '2030-01-02T10:00')
  await press('Post the notice')
  await page.until(() => expect(rows()[0]).toContain('Summer'))
  expect(sent('POST')).toMatchObject([{ startsAt: null, endsAt: Date.UTC(2030, 0, 1, 21) }])
  await page.goTo(`/desk/notices#${buildIdFromDigit(2)}`)
  expect(field('Ends').value).toBe('2030-01-02T10:00')
  await type('Message', 'Summer time')
  await press('Save the change')
  await page.until(() => expect(page.text()).toContain('The change is saved.'))
  expect(sent('PUT')).toMatchObject([{ message: 'Summer time', endsAt: Date.UTC(2030, 0, 1, 21) }])
  expect(rows()[0]).toContain('Summer time')
})

test('a notice is deleted only after a confirmation', async () => {
  const { page, press, rows, sent } = await noticesAt(`#${buildIdFromDigit(1)}`)
  await press('Delete …')
  await press('Cancel')
  expect(sent('DELETE')).toEqual([])
  await press('Delete …')
  await press('Delete it')
  await page.until(() => expect(page.text()).toContain('The notice is deleted.'))
  expect(rows()).toEqual([])
  expect(page.address()).toBe('/desk/notices')
})

test('the push notification of a notice is off by default, and is sent with the notice when its checkbox is checked', async () => {
  const { press, type, check, field, about, sent } = await noticesAt('#new')
  await type('Message', 'The record is broken.')
  expect(field('Also send it as a push notification').checked).toBe(false)
  expect(about('Also send it as a push notification')).toMatch(/readers who want notices, once, when it starts/)
  await check('Also send it as a push notification')
  await press('Post the notice')
  expect(sent('POST')).toMatchObject([{ push: true }])
})
