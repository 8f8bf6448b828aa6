import { fakeHub } from './fake-hub.ts'
import { asReader, closed, dismissButtons, record, rows, serveNotices, strip, urgent } from './notice-strip.ts'
import { expect, live, open, test } from './test.ts'

test.describe('what is shown', () => {
  test('S2.52 the strip is at the bottom of the window when notices exist, and not otherwise; a link of the site goes there within the application, one of the web is another site’s', async ({
    page,
  }) => {
    const server = await serveNotices(page, [record])
    await open(page, '/seefunk')
    await expect(rows(page)).toHaveText([record.message])
    const box = async () => (await strip(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    // It glides in.
    await expect.poll(async () => Math.round((await box()).y + (await box()).height)).toBe(900)
    const { x, width } = await box()
    expect([x, width]).toEqual([0, 1440])

    server.notices = [record, closed]
    await open(page, '/ueber-mich')
    const other = strip(page).getByRole('link', { name: 'Why ↗' })
    await expect(other).toHaveAttribute('href', 'https://example.org/why')
    await expect(other).toHaveAttribute('rel', 'noopener')
    await page.evaluate(() => {
      document.body.dataset.before = 'yes'
    })
    await strip(page).getByRole('link', { name: 'Watch the run' }).click()
    await expect(page).toHaveURL('/regatta')
    await expect(page.locator('body')).toHaveAttribute('data-before', 'yes')
    await expect(rows(page)).toHaveCount(2)

    server.notices = []
    const asked = server.askedBy.length
    await open(page, '/seefunk')
    await expect.poll(() => server.askedBy.length).toBeGreaterThan(asked)
    await expect(strip(page)).toHaveCount(0)
  })
})

test.describe('dismissing', () => {
  test('S4.12 S7.12 a dismissed notice leaves at once, before the server has answered, and the focus stays in the strip', async ({
    page,
    request,
  }) => {
    await asReader(page, request)
    const server = await serveNotices(page, [urgent, record, closed])
    const answer = Promise.withResolvers<number>()
    server.answerDismissal = answer.promise
    await open(page, '/ueber-mich')
    await expect(dismissButtons(page)).toHaveCount(2)
    await dismissButtons(page).first().click()
    await expect(rows(page)).toHaveText([record.message, closed.message])
    await expect(dismissButtons(page).first()).toBeFocused()
    await expect.poll(() => server.dismissed).toEqual([urgent.id])
    answer.resolve(204)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveText([closed.message])
    await expect(dismissButtons(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(strip(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await expect.poll(() => server.dismissed).toEqual([urgent.id, record.id, closed.id])
  })
})

test.describe('asking', () => {
  test('the page asks when it is connected to the hub, and once when that tells of changes', async ({ page }) => {
    const hub = await fakeHub(page)
    const server = await serveNotices(page, [])
    await open(page, '/ueber-mich')
    await live(page)
    await expect.poll(() => server.askedBy.length).toBe(2)
    server.notices = [record]
    hub.tell('noticesChanged')
    hub.tell('noticesChanged')
    await expect(rows(page)).toHaveText([record.message])
    expect(server.askedBy).toHaveLength(3)
  })
})
