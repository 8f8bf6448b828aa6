import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { mailTo } from './mail.ts'
import { bearer, createAdmin, createReader, logIn, type Reader, uniqueWord } from './readers.ts'
import { test as base, expect, open } from './test.ts'

const test = base.extend<{ atDesk: undefined }, { admin: Reader }>({
  /** One admin for all tests of a worker. */
  admin: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      await use(await createAdmin(request, { name: `Ada ${uniqueWord()}` }))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

const desk = ['/desk', '/desk/people', '/desk/mail', '/desk/log']

/** The words of every script that the page has loaded. */
function scriptsOf(page: Page): () => Promise<string> {
  const texts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) texts.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(texts)).join('\n')
}

test.describe('who may come in', () => {
  test('S6.04 the desk is loaded for nobody but an admin', async ({ page, request }) => {
    const scripts = scriptsOf(page)
    const calls: string[] = []
    page.on('request', (call) => {
      if (call.url().includes('/api/desk')) calls.push(call.url())
    })
    for (const path of desk) {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is for the author')
      await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
        'href',
        `/login?returnTo=${encodeURIComponent(path)}`,
      )
    }
    const reader = await createReader(request)
    await logIn(page, reader)
    await open(page, '/desk/people')
    await expect(page.getByText(`You are logged in as ${reader.name}, who has no desk here.`)).toBeVisible()
    expect(await scripts()).not.toContain('Find by name or email')
    expect(calls).toEqual([])
  })

  test('S6.04 an admin finds every page of the desk, and its code comes with it', async ({ page, admin }) => {
    const scripts = scriptsOf(page)
    await logIn(page, admin)
    await open(page, '/desk')
    await expect(page.getByRole('heading', { name: 'The desk' })).toBeVisible()
    for (const name of ['People', 'Mail', 'Log', 'Overview']) {
      await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name === 'Overview' ? 'The desk' : name)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
    expect(await scripts()).toContain('Find by name or email')
  })

  test.describe('an end', () => {
    test.use({ expectMessages: /status of 40[13]/ })

    test('an admin whose session ends is told, and comes back after logging in', async ({ page, request, admin }) => {
      const bo = await createAdmin(request)
      await logIn(page, bo)
      await open(page, '/desk/people')
      await expect(page.locator('.desk-count')).toContainText(/people|person/)
      await request.delete(`/api/desk/people/${bo.id}/sessions`, { headers: bearer(admin) })
      await page.getByLabel('Find by name or email').fill('x')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session is over')
      await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
        'href',
        /returnTo=%2Fdesk%2Fpeople/,
      )
    })

    test('an admin who is one no more is told', async ({ page, request, admin }) => {
      const bo = await createAdmin(request)
      await logIn(page, bo)
      await open(page, '/desk/people')
      await expect(page.locator('.desk-count')).toContainText(/people|person/)
      await request.delete(`/api/desk/people/${bo.id}/roles/Admin`, { headers: bearer(admin) })
      await page.getByLabel('Find by name or email').fill('x')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are no admin any more')
    })
  })
})

test.describe('people', () => {
  test.beforeEach(({ page, admin }) => logIn(page, admin))

  test('an application is found, approved, told by mail and logged', async ({ page, request, admin }) => {
    const ann = await createReader(request, { name: `Ann ${uniqueWord()}`, isPartner: true })
    await open(page, '/desk/people?filter=applications')
    await page.getByLabel('Find by name or email').fill(ann.name.toUpperCase())
    await expect(page.getByText('1 person')).toBeVisible()
    await page.getByRole('link', { name: ann.name }).click()
    const panel = page.getByRole('region', { name: ann.name })
    await panel.getByRole('button', { name: 'Approve' }).click()
    await expect(panel.getByText(`${ann.name} is a partner now, and a mail tells them.`)).toBeVisible()
    await expect(panel.getByText('approved the application of this person')).toBeVisible()
    await mailTo(ann.email, /You are a partner/)
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Log' }).click()
    await expect(page.getByText(`${admin.name} approved the application of ${ann.name}`)).toBeVisible()
  })

  test('the overview asks before an application is declined', async ({ page, request }) => {
    const ann = await createReader(request, { name: `Ann ${uniqueWord()}`, isPartner: true })
    // Only the oldest few are there, and other tests have theirs.
    await page.route('**/api/desk', async (route) => {
      const answer = await route.fetch()
      const facts = await answer.json()
      const applicant = { ...facts.applicants[0], id: ann.id, name: ann.name, email: ann.email, profilePicture: null }
      await route.fulfill({ json: { ...facts, applications: 1, applicants: [applicant] } })
    })
    await open(page, '/desk')
    await expect(page.getByText(/^Waiting for you: 1 application/)).toBeVisible()
    const card = page.getByRole('article').filter({ hasText: ann.name })
    await card.getByRole('button', { name: 'Decline …' }).click()
    await expect(card.getByText('A mail tells them, which cannot be taken back.')).toBeVisible()
    await card.getByRole('button', { name: 'Cancel' }).click()
    await expect(card.getByRole('button', { name: 'Decline …' })).toBeFocused()
    await card.getByRole('button', { name: 'Decline …' }).click()
    await card.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(page.getByText(`${ann.name}’s application is declined`)).toBeVisible()
    await mailTo(ann.email, /Your application/)
  })

  test('roles are given, taken and undone; a ban asks why, ends sessions and is lifted', async ({ page, request }) => {
    const sam = await createReader(request, { name: `Sam ${uniqueWord()}` })
    await open(page, `/desk/people?search=${encodeURIComponent(sam.name)}#${sam.id}`)
    const panel = page.getByRole('region', { name: sam.name })
    await expect(panel.getByRole('heading', { name: sam.name })).toBeFocused()
    const row = page.getByRole('link', { name: sam.name })

    await panel.getByRole('button', { name: 'Make partner' }).click()
    await expect(panel.getByText(`${sam.name} is a partner now.`)).toBeVisible()
    await expect(row).toContainText('Partner')
    await panel.getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByText(`${sam.name} is no partner any more.`)).toBeVisible()
    await expect(row).not.toContainText('Partner')

    await panel.getByRole('button', { name: 'Make admin …' }).click()
    await expect(panel.getByText('They can then do everything that you can, also to you.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel.getByRole('button', { name: 'Make admin …' })).toBeFocused()

    await panel.getByRole('button', { name: 'Ban …' }).click()
    await panel.getByLabel('Why?').fill('Sold <b>marbles</b>')
    await panel.getByRole('button', { name: `Ban ${sam.name}` }).click()
    await expect(panel.getByText(/^Banned just now, because: Sold <b>marbles<\/b>$/)).toBeVisible()
    await expect(panel.getByText('Signed in nowhere')).toBeVisible()
    expect((await request.get('/auth/current-user', { headers: bearer(sam) })).status()).toBe(401)
    await panel.getByRole('button', { name: 'Lift the ban' }).click()
    await expect(panel.getByText(`${sam.name} can log in again.`)).toBeVisible()
  })

  test('the keyboard alone chooses somebody and goes back to the list', async ({ page, request }) => {
    const sam = await createReader(request, { name: `Sam ${uniqueWord()}` })
    await open(page, '/desk/people')
    await page.getByLabel('Find by name or email').focus()
    await page.keyboard.type(sam.email)
    await expect(page.getByText('1 person')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: sam.name })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: sam.name })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: sam.name })).toBeFocused()
  })

  test('on a phone, who is chosen takes the place of the list, and Back brings it again', async ({ page, request }) => {
    const sam = await createReader(request, { name: `Sam ${uniqueWord()}` })
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, `/desk/people?search=${encodeURIComponent(sam.name)}`)
    await page.getByRole('link', { name: sam.name }).click()
    await expect(page.getByRole('heading', { name: sam.name })).toBeVisible()
    await expect(page.getByLabel('Find by name or email')).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('heading', { name: sam.name })).toBeHidden()
    await expect(page.getByRole('link', { name: sam.name })).toBeFocused()
  })

  test('markup in a name is shown as it is written', async ({ page, request }) => {
    const name = `<img src=x onerror="document.title='owned'"> ${uniqueWord()}`
    const nora = await createReader(request, { name })
    await open(page, `/desk/people?search=${encodeURIComponent(nora.email)}#${nora.id}`)
    await expect(page.getByRole('region', { name }).getByRole('heading', { name })).toBeVisible()
    await expect(page.locator('main img')).toHaveCount(0)
  })

  test.describe('without a connection', () => {
    test.use({ expectMessages: /ERR_INTERNET_DISCONNECTED/ })

    test('a search says so, keeps what was typed, and tries again', async ({ page, context }) => {
      await open(page, '/desk/people')
      await expect(page.locator('.desk-count')).toContainText(/people|person/)
      await context.setOffline(true)
      await page.getByLabel('Find by name or email').fill('nobody at all')
      await expect(page.getByRole('alert')).toContainText('The site cannot be reached.')
      await context.setOffline(false)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText('Nobody is called “nobody at all”, and no email has it.')).toBeVisible()
      await expect(page.getByLabel('Find by name or email')).toHaveValue('nobody at all')
    })
  })
})

test.describe('mail', () => {
  test.beforeEach(({ page, admin }) => logIn(page, admin))

  test('what was sent is listed, and read without its secret', async ({ page, request }) => {
    const nora = await createReader(request)
    await open(page, '/desk/mail?state=sent')
    await page.getByRole('link', { name: nora.email }).click()
    const letter = page.getByRole('region', { name: /Confirm/ })
    await expect(letter.getByText('#token=…')).toBeVisible()
    await expect(letter.getByRole('button', { name: /Send it/ })).toBeHidden()
    await letter.getByRole('button', { name: 'Source of the HTML' }).click()
    await expect(letter.getByText('<!doctype html>')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: nora.email })).toBeFocused()
  })

  test('what has failed says why and is sent again; nothing in a mail is drawn or loaded', async ({ page }) => {
    const id = crypto.randomUUID()
    const mail = {
      id,
      to: 'x@example.org',
      subject: 'Hello',
      attempts: 6,
      nextAt: null,
      createdAt: Date.now(),
      sentAt: null,
    }
    const failed = { ...mail, state: 'failed', lastError: 'No such host' }
    const html = '<img src="https://evil.example/pixel.png"><script>document.title="owned"</script>'
    await page.route('**/api/desk/mail?*', (route) =>
      route.fulfill({ json: { mail: [failed], next: null, smtp: true } }),
    )
    await page.route(`**/api/desk/mail/${id}`, (route) => route.fulfill({ json: { ...failed, text: html, html } }))
    await page.route(`**/api/desk/mail/${id}/retry`, (route) =>
      route.fulfill({ json: { ...mail, attempts: 0, state: 'waiting', lastError: null } }),
    )
    await open(page, '/desk/mail')
    await page.getByRole('link', { name: 'Hello' }).click()
    const letter = page.getByRole('region', { name: 'Hello' })
    await expect(letter.getByText('Given up after 6 tries: No such host')).toBeVisible()
    await letter.getByRole('button', { name: 'Source of the HTML' }).click()
    await expect(letter.getByText(html)).toBeVisible()
    await letter.getByRole('button', { name: 'Send it again' }).click()
    await expect(letter.getByText('It is on the way again.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Hello' })).toContainText('On the way')
  })

  test('without a mail server, kept mail says so and is copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = crypto.randomUUID()
    const kept = {
      id,
      to: 'x@example.org',
      subject: 'Hello',
      state: 'kept',
      attempts: 0,
      nextAt: null,
      lastError: null,
    }
    const mail = { ...kept, createdAt: Date.now(), sentAt: null }
    const text = 'Confirm: https://site.test/verify-email#token=abc'
    await page.route('**/api/desk/mail?*', (route) =>
      route.fulfill({ json: { mail: [mail], next: null, smtp: false } }),
    )
    await page.route(`**/api/desk/mail/${id}`, (route) => route.fulfill({ json: { ...mail, text, html: '' } }))
    await open(page, '/desk/mail')
    await expect(page.getByText('No mail server is set up')).toBeVisible()
    await page.getByRole('link', { name: 'Hello' }).click()
    await expect(page.getByText('Hand it to x@example.org and to nobody else.')).toBeVisible()
    await page.getByRole('button', { name: 'Copy the text' }).click()
    await expect(page.getByText('The text is copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  })
})

test.describe('for everyone', () => {
  test.use({ reducedMotion: 'reduce' })
  test.describe.configure({ timeout: 90_000 })
  test.beforeEach(({ page, admin }) => logIn(page, admin))

  const looks = [390, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))

  async function violations(page: Page): Promise<string[]> {
    const found: string[] = []
    for (const { width, scheme } of looks) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page }).analyze()
      for (const { id, nodes } of violations)
        found.push(`${width} ${scheme} ${id}: ${nodes.map(({ target }) => target.join(' '))}`)
    }
    return found
  }

  for (const path of desk) {
    test(`axe finds nothing on ${path}, at 390 and 1440 px, by day and by night`, async ({ page }) => {
      await open(page, path)
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  }

  test('axe finds nothing on an open person with a question, nor on an open mail', async ({ page, request }) => {
    const ann = await createReader(request, { name: `Ann ${uniqueWord()}`, isPartner: true })
    await open(page, `/desk/people?search=${encodeURIComponent(ann.name)}#${ann.id}`)
    await page.getByRole('button', { name: 'Make partner' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.getByRole('button', { name: 'Ban …' }).click()
    expect(await violations(page)).toEqual([])
    await open(page, '/desk/mail')
    await page.locator('.desk-rows a').first().click()
    await expect(page.locator('.desk-mail-text')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test('at 320 px nothing of the desk is cut off or scrolls sideways', async ({ page, request }) => {
    const ann = await createReader(request, { name: `Ann ${'w'.repeat(60)} ${uniqueWord()}`, isPartner: true })
    await page.setViewportSize({ width: 320, height: 640 })
    const person = `/desk/people?search=${encodeURIComponent(ann.email)}`
    for (const path of [...desk, person, `${person}#${ann.id}`]) {
      await open(page, path)
      await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      const wide = await page.evaluate(
        () =>
          [...document.querySelectorAll('.desk, .desk *')].filter(
            (element) => element.getBoundingClientRect().right > innerWidth,
          ).length,
      )
      expect(wide, path).toBe(0)
    }
  })
})
