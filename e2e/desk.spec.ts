import type { Page } from '@playwright/test'
import { findAxeAndOverflowViolations } from './axe.ts'
import { findElementsPastRightEdge } from './cut-off.ts'
import { test } from './desk-test.ts'
import { sendOwnerProof } from './proof.ts'
import {
  buildBearerHeader,
  createAdmin,
  createPartnerApplicant,
  createReader,
  logInBrowser,
  uniqueWord,
} from './readers.ts'
import { blockLiveConnection, expect, openPage, waitForLiveConnection } from './test.ts'

/** The paths of the desk pages by the text of their link, in the order of the navigation. */
const desk = {
  Overview: '/desk',
  Moderation: '/desk/moderation',
  Subscribers: '/desk/subscribers',
  Push: '/desk/push',
  People: '/desk/people',
  Readers: '/desk/readers',
  Pages: '/desk/pages',
  Notices: '/desk/notices',
  Tools: '/desk/tools',
  Scenes: '/desk/scenes',
  Kitchens: '/desk/kitchens',
  Orders: '/desk/orders',
  Payments: '/desk/payments',
  Errors: '/desk/errors',
  Mail: '/desk/mail',
  Backups: '/desk/backups',
  Log: '/desk/log',
}
const paths = Object.values(desk)

/** Collects the source code of every script that the page loads. @returns a function that reads the collected code */
function scriptsOf(page: Page): () => Promise<string> {
  const texts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) texts.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(texts)).join('\n')
}

test.describe('access to the desk', () => {
  test('S6.04 the code of the desk loads only for admins', async ({ page, request }) => {
    const scripts = scriptsOf(page)
    const calls: string[] = []
    page.on('request', (call) => {
      if (call.url().includes('/api/desk')) calls.push(call.url())
    })
    for (const path of paths) {
      await openPage(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is for the author')
      await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
        'href',
        `/login?returnTo=${encodeURIComponent(path)}`,
      )
    }
    const reader = await createReader(request)
    await logInBrowser(page, reader)
    await openPage(page, '/desk/people')
    await expect(page.getByText(`You are logged in as ${reader.name}, who has no desk here.`)).toBeVisible()
    expect(await scripts()).not.toContain('Find by name or email')
    expect(calls).toEqual([])
  })

  test('S6.04 an admin reaches every desk page by its link, and the code of the desk is loaded', async ({
    page,
    admin,
  }) => {
    const scripts = scriptsOf(page)
    await logInBrowser(page, admin)
    await openPage(page, '/desk')
    await expect(page.getByRole('heading', { name: 'The desk' })).toBeVisible()
    const links = page.getByRole('navigation', { name: 'Desk' }).getByRole('link')
    await expect(links).toHaveText(Object.keys(desk).map((name) => new RegExp(`^${name}(\\d+ waiting)?$`)))
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(paths)
    for (const name of [...Object.keys(desk).slice(1), 'Overview']) {
      await links.filter({ hasText: name }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name === 'Overview' ? 'The desk' : name)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
    expect(await scripts()).toContain('Find by name or email')
  })

  test.describe('losing access', () => {
    // When the tools are refused, a dialog tells the user (S8.09).
    test.use({ expectMessages: /status of 40[13]|dialog: Unauthorized\. Please log in again\./ })

    test('an admin whose session ends at the desk sees a message, and returns to the desk after logging in', async ({
      page,
      request,
      admin,
    }) => {
      const bo = await createAdmin(request)
      await logInBrowser(page, bo)
      await page.clock.install()
      await openPage(page, '/desk/people')
      await expect(page.locator('.desk-count')).toContainText(/people|person/)
      await waitForLiveConnection(page)
      await request.delete(`/api/desk/people/${bo.id}/sessions`, { headers: buildBearerHeader(admin) })
      // The page sends no requests by itself. The hub closes the connection, and the page reconnects within half a
      // minute.
      const title = page.getByRole('heading', { level: 1 })
      await expect
        .poll(async () => {
          await page.clock.runFor(5_000)
          return title.textContent()
        })
        .toBe('Your session is over')
      await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
        'href',
        /returnTo=%2Fdesk%2Fpeople/,
      )
    })

    test('an admin who loses the role while the desk is open sees a message', async ({ page, request, admin }) => {
      // The hub is blocked. Otherwise the hub would update the page and remove the field before the test fills it in.
      await blockLiveConnection(page)
      const bo = await createAdmin(request)
      await logInBrowser(page, bo)
      await openPage(page, '/desk/people')
      await expect(page.locator('.desk-count')).toContainText(/people|person/)
      await sendOwnerProof(request, admin)
      await request.delete(`/api/desk/people/${bo.id}/roles/Admin`, { headers: buildBearerHeader(admin) })
      await page.getByLabel('Find by name or email').fill('x')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are no admin any more')
    })
  })
})

test('S6.04 an admin handles all waiting items in one list by keys and checkboxes, and the avatar shows the number of waiting items', async ({
  page,
  request,
  admin,
}) => {
  const word = uniqueWord()
  // Adds a third application, because an inbox with only one item left has no checkboxes.
  await createPartnerApplicant(request, `Cy ${word}`)
  const [ann, bea] = [
    await createPartnerApplicant(request, `Ann ${word}`),
    await createPartnerApplicant(request, `Bea ${word}`),
  ]
  await logInBrowser(page, admin)
  await sendOwnerProof(request, admin)
  await openPage(page, '/desk?kind=application')
  const cardOf = ({ name }: { name: string }) => page.getByRole('article', { name: `${name} asks to become a partner` })
  await expect(page.getByRole('button', { name: /^Your account, \d+ waiting at the desk$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Overview\s*\d+ waiting$/ })).toBeVisible()
  await expect(cardOf(bea)).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('article').first()).toBeFocused()
  // The first card may belong to another test, so this test focuses the card of Bea.
  await cardOf(bea).focus()
  await page.keyboard.press('e')
  await expect(page.getByText(`${bea.name} is a partner now, and a mail tells them.`)).toBeVisible()
  await expect(cardOf(bea)).toHaveCount(0)
  await cardOf(ann).focus()
  await page.keyboard.press('x')
  await expect(page.getByText(/^1 of \d+ chosen$/)).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByText(`${ann.name} is a partner now, and a mail tells them.`)).toBeVisible()
  await expect(cardOf(ann)).toHaveCount(0)
})

test.describe('accessibility of the desk', () => {
  test.beforeEach(({ page, admin }) => logInBrowser(page, admin))

  for (const some of [paths.slice(0, 4), paths.slice(4, 8), paths.slice(8)]) {
    test(`the desk pages ${some.join(', ')} have no accessibility violations, and at 320 px nothing is cut off`, async ({
      page,
    }) => {
      // Axe analyses each page twice, which is slow on a busy machine.
      test.setTimeout(180_000)
      for (const path of some) {
        await page.setViewportSize({ width: 1280, height: 720 })
        await openPage(page, path)
        await expect(page.getByText(/^Loading/)).toHaveCount(0)
        await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible()
        expect(await findAxeAndOverflowViolations(page), path).toEqual([])
        await page.setViewportSize({ width: 320, height: 640 })
        expect(await findElementsPastRightEdge(page), path).toEqual([])
      }
    })
  }

  test('the details of a person with a confirmation and a long name have no accessibility violations and fit 320 px', async ({
    page,
    request,
    admin,
  }) => {
    await sendOwnerProof(request, admin)
    const ann = await createPartnerApplicant(request, `Ann ${'w'.repeat(60)} ${uniqueWord()}`)
    const list = `/desk/people?search=${encodeURIComponent(ann.email)}`
    await openPage(page, `${list}#${ann.id}`)
    await page.getByRole('button', { name: 'Make partner' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.getByRole('button', { name: 'Ban …' }).click()
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await findElementsPastRightEdge(page)).toEqual([])
    await openPage(page, list)
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    expect(await findElementsPastRightEdge(page)).toEqual([])
  })

  test('on a phone a button shows the links to all desk pages in groups, and following a link hides them again', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const nav = page.getByRole('navigation', { name: 'Desk' })
    await openPage(page, '/desk')
    await expect(nav.getByRole('link')).toHaveCount(0)
    await nav.getByRole('button', { name: 'All pages of the desk' }).press('Enter')
    await expect(nav.getByRole('list', { name: 'Food' }).getByRole('link')).toHaveText([
      'Kitchens',
      'Orders',
      'Payments',
    ])
    await expect(nav.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
    expect(await findElementsPastRightEdge(page)).toEqual([])
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await nav.getByRole('link', { name: 'Log' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log')
    await expect(nav.getByRole('link')).toHaveCount(0)
  })
})
