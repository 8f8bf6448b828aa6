import { test } from './desk-test.ts'
import { mailTo } from './mail.ts'
import { bearer, createApplicant, createReader, logIn, uniqueWord } from './readers.ts'
import { expect, open, withoutLive } from './test.ts'

test.beforeEach(({ page, admin }) => logIn(page, admin))

test('an application is found, approved, told by mail and logged', async ({ page, request, admin }) => {
  const ann = await createApplicant(request, `Ann ${uniqueWord()}`)
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
  const ann = await createApplicant(request, `Ann ${uniqueWord()}`)
  // Only the oldest few are there, and other tests have theirs, which may be decided at any time.
  let applicant: object | undefined
  await page.route('**/api/desk', async (route) => {
    const answer = await route.fetch()
    const facts = await answer.json()
    applicant ??= { ...facts.applicants[0], id: ann.id, name: ann.name, email: ann.email, profilePicture: null }
    await route.fulfill({ json: { ...facts, applications: 1, applicants: [applicant] } })
  })
  await open(page, '/desk')
  await expect(page.getByText(/^Waiting for you: .*\b1 application\b/)).toBeVisible()
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

test('who is chosen while a search still waits for the next letter stays chosen', async ({ page, request }) => {
  const sam = await createReader(request, { name: `Sam ${uniqueWord()}` })
  await withoutLive(page)
  await page.clock.install()
  await open(page, `/desk/people?search=${encodeURIComponent(sam.name)}`)
  await expect(page.getByText('1 person')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByLabel('Find by name or email').fill(sam.email)
  await page.getByRole('link', { name: sam.name }).click()
  await page.clock.runFor(1_000)
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(sam.email)}#${sam.id}$`))
  await expect(page.getByRole('heading', { name: sam.name })).toBeVisible()
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
