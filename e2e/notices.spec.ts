import { installFakeHub } from './fake-hub.ts'
import {
  dismissButtons,
  externalLinkNotice,
  internalLinkNotice,
  logInAsNewReader,
  noticeRows,
  noticeStrip,
  serveFakeNotices,
  urgentNotice,
} from './notice-strip.ts'
import { expect, openPage, test, waitForLiveConnection } from './test.ts'

test.describe('content of the strip', () => {
  test('S2.52 the strip is shown only while there are notices; its links to this site open within the application, and links to other sites do not', async ({
    page,
  }) => {
    const server = await serveFakeNotices(page, [internalLinkNotice])
    await openPage(page, '/seefunk')
    await expect(noticeRows(page)).toHaveText([internalLinkNotice.message])
    const box = async () => (await noticeStrip(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    // Waits until the strip has slid in.
    await expect.poll(async () => Math.round((await box()).y + (await box()).height)).toBe(900)
    const { x, width } = await box()
    expect([x, width]).toEqual([0, 1440])

    server.notices = [externalLinkNotice, internalLinkNotice]
    await openPage(page, '/ueber-mich')
    const other = noticeStrip(page).getByRole('link', { name: 'Why ↗' })
    await expect(other).toHaveAttribute('href', 'https://example.org/why')
    await expect(other).toHaveAttribute('rel', 'noopener')
    await page.evaluate(() => {
      document.body.dataset.before = 'yes'
    })
    await noticeStrip(page).getByRole('button', { name: '1 more' }).click()
    await noticeStrip(page).getByRole('link', { name: 'Watch the run' }).click()
    await expect(page).toHaveURL('/regatta')
    await expect(page.locator('body')).toHaveAttribute('data-before', 'yes')
    await expect(noticeRows(page)).toHaveCount(2)

    server.notices = []
    const asked = server.askedBy.length
    await openPage(page, '/seefunk')
    await expect.poll(() => server.askedBy.length).toBeGreaterThan(asked)
    await expect(noticeStrip(page)).toHaveCount(0)
  })
})

test.describe('dismissing a notice', () => {
  test('S4.12 S7.12 a dismissed notice disappears before the server answers, and the focus stays in the strip', async ({
    page,
    request,
  }) => {
    await logInAsNewReader(page, request)
    const server = await serveFakeNotices(page, [urgentNotice, internalLinkNotice, externalLinkNotice])
    const answer = Promise.withResolvers<number>()
    server.answerDismissal = answer.promise
    await openPage(page, '/ueber-mich')
    await dismissButtons(page).click()
    await expect(noticeRows(page)).toHaveText([internalLinkNotice.message])
    await expect(dismissButtons(page)).toBeFocused()
    await expect.poll(() => server.dismissed).toEqual([urgentNotice.id])
    answer.resolve(204)
    await page.keyboard.press('Enter')
    await expect(noticeRows(page)).toHaveText([externalLinkNotice.message])
    await expect(dismissButtons(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(noticeStrip(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await expect.poll(() => server.dismissed).toEqual([urgentNotice.id, internalLinkNotice.id, externalLinkNotice.id])
  })

  test('S6.01 a visitor hides a notice in this browser, even after a reload, and shows it again at the end of the page', async ({
    page,
  }) => {
    const server = await serveFakeNotices(page, [internalLinkNotice])
    await openPage(page, '/ueber-mich')
    await noticeStrip(page).getByRole('button', { name: 'Hide this notice' }).click()
    await expect(noticeStrip(page)).toHaveCount(0)
    const asked = server.askedBy.length
    await openPage(page, '/seefunk')
    await expect.poll(() => server.askedBy.length).toBeGreaterThan(asked)
    const show = page.getByRole('button', { name: 'Show the hidden notice' })
    await expect(show).toBeAttached()
    await expect(noticeStrip(page)).toHaveCount(0)
    await show.click()
    await expect(noticeRows(page)).toHaveText([internalLinkNotice.message])
    expect(server.dismissed).toEqual([])
  })
})

test.describe('polling for notices', () => {
  test('notices are fetched once when the page connects to the hub, and once when the hub announces two changes in a row', async ({
    page,
  }) => {
    // Makes the random delay before a fetch long. A short delay could end between the two announcements and cause two
    // fetches.
    await page.addInitScript(() => {
      Math.random = () => 0.99
    })
    const hub = await installFakeHub(page)
    const server = await serveFakeNotices(page, [])
    await openPage(page, '/ueber-mich')
    await waitForLiveConnection(page)
    await expect.poll(() => server.askedBy.length).toBe(2)
    server.notices = [internalLinkNotice]
    hub.tell('noticesChanged')
    hub.tell('noticesChanged')
    await expect(noticeRows(page)).toHaveText([internalLinkNotice.message])
    expect(server.askedBy).toHaveLength(3)
  })
})
