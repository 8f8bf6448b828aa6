import type { Page } from '@playwright/test'
import { findAxeAndOverflowViolations } from './axe.ts'
import { test } from './desk-test.ts'
import { logInBrowser } from './readers.ts'
import { expect, openPage } from './test.ts'

// Pages count no visits in automated browsers. These tests hide that their browser is automated.
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
test.use({ userAgent: CHROME })

interface SentVisit {
  path: string
  isNew: boolean
  isRead: boolean
  from: string
}

/**
 * Makes the page count visits as in a reader's browser.
 * @returns the visits that each message reports, in the order in which they are sent
 */
async function countLikeReader(page: Page): Promise<SentVisit[][]> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }))
  const sent: SentVisit[][] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/visits') sent.push(request.postDataJSON())
  })
  return sent
}

test('when the reader leaves the site, one message reports the visits of the first page and of the page opened from it', async ({
  page,
}) => {
  const sent = await countLikeReader(page)
  await openPage(page, '/seefunk')
  await page.locator('.prose > :last-child').scrollIntoViewIfNeeded()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Was diese Seite von dir weiß' })).toBeVisible()
  expect(sent).toEqual([])
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect
    .poll(() => sent)
    .toMatchObject([
      [
        { path: '/seefunk', isNew: true, isRead: true, from: '' },
        { path: '/privacy', isNew: true, from: '/seefunk' },
      ],
    ])
})

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.UTC(2026, 10, 21) - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10)
    const readers = 20 + Math.round(15 * Math.sin(at / 3)) + (at % 7)
    return { day, readers, visits: Math.round(readers * 1.7), ends: Math.round(readers * 0.6), seconds: readers * 95 }
  })

test('the desk page about readers works by keyboard and has no accessibility violations', async ({ page, admin }) => {
  await page.route('**/api/desk/statistics**', (route) => {
    const count = Number(new URL(route.request().url()).searchParams.get('days'))
    const list = days(count)
    const sum = (name: 'visits' | 'readers' | 'ends' | 'seconds') => list.reduce((all, day) => all + day[name], 0)
    const total = { visits: sum('visits'), readers: sum('readers'), ends: sum('ends'), seconds: sum('seconds') }
    const row = (path: string, title: string, share: number) => ({
      path,
      title,
      visits: Math.round(total.visits * share),
      readers: Math.round(total.readers * share),
      ends: Math.round(total.ends * share),
      seconds: Math.round(total.seconds * share),
    })
    return route.fulfill({
      json: {
        days: list,
        total,
        pages: [row('/seefunk', 'Seefunk', 0.5), row('/', 'Nebelhorn', 0.3), row('/privacy', 'Datenschutz', 0.05)],
        names: {
          referrer: [
            { name: 'forum.example.net', page: '/seefunk', count: 41 },
            { name: 'a-site-with-quite-a-long-name.example.org', page: '/', count: 3 },
          ],
          search: [{ name: 'ankerwinde einbauen', page: '', count: 5 }],
          missing: [{ name: '/leuchttuerme/der-alte-von-frueher', page: 'forum.example.net', count: 9 }],
          picture: [],
        },
      },
    })
  })
  await logInBrowser(page, admin)
  await openPage(page, '/desk/readers')
  await expect(page.getByRole('heading', { name: 'The whole site' })).toBeVisible()
  const slider = page.getByRole('slider', { name: 'The day to describe' })
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('figure')).toContainText('20 Nov')
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('row')).not.toHaveCount(0)
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.getByLabel('A year').check()
  await expect(page).toHaveURL(/days=365/)
  await expect(page.getByRole('slider', { name: 'The week to describe' })).toBeVisible()
  await page.getByRole('link', { name: 'Seefunk' }).click()
  await expect(page).toHaveURL(/page=%2Fseefunk/)
  await expect(page.getByRole('link', { name: 'All pages' })).toBeVisible()
})
