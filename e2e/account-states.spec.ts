import AxeBuilder from '@axe-core/playwright'
import { openAccount, part } from './account-page.ts'
import { createReader, logIn, PASSWORD } from './readers.ts'
import { expect, open, test } from './test.ts'

const longest = { name: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswesse' }

test('nobody logs in on the page itself, and the account is there', async ({ page }) => {
  const reader = await createReader(page.request)
  await open(page, '/account')
  await page.getByLabel('Email').fill(reader.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(part(page, 'Profile')).toContainText(reader.name)
  await expect(page).toHaveURL('/account')
})

test('a guest reads what a guest is, and how to become a customer', async ({ page }) => {
  const data = { name: 'Gus Guest', email: 'gus@example.org' }
  const answer = await page.request.post('/auth/guestcheckout', { data })
  const { token: accessToken, refreshToken } = await answer.json()
  await logIn(page, { ...data, id: '', accessToken, refreshToken })
  await open(page, '/account')
  const guest = part(page, 'You are a guest')
  await expect(guest).toContainText('gus@example.org')
  await expect(guest.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', /^\/login\?mode=signup/)
})

test.describe('without an answer', () => {
  test.use({ expectMessages: /Failed to load resource/ })

  test('the page says so in words, keeps what is typed, and tries again', async ({ page }) => {
    const reader = await createReader(page.request)
    await logIn(page, reader)
    await page.route('**/api/account', (route) => route.abort())
    await open(page, '/account')
    const alert = page.getByRole('alert').filter({ hasText: 'The site cannot be reached.' })
    await expect(alert).toBeVisible()
    await page.unroute('**/api/account')
    await alert.getByRole('button', { name: 'Try again' }).click()
    const profile = part(page, 'Profile')
    await profile.getByRole('button', { name: 'Change name' }).click()
    await profile.getByLabel('Your name').fill('Ada Lovelace')
    await page.route('**/api/account', (route) => route.abort())
    await profile.getByRole('button', { name: 'Save name' }).click()
    await expect(profile.getByText('The site cannot be reached.')).toBeVisible()
    await expect(profile.getByLabel('Your name')).toHaveValue('Ada Lovelace')
  })

  test('finding out who is there can be tried again too', async ({ page }) => {
    const reader = await createReader(page.request)
    await logIn(page, reader)
    await page.route('**/auth/current-user', (route) => route.abort())
    await open(page, '/account')
    await expect(page.getByText('We could not find out who you are')).toBeVisible()
    await page.unroute('**/auth/current-user')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(part(page, 'Profile')).toBeVisible()
  })
})

test.describe('where less motion is wished', () => {
  test.use({ reducedMotion: 'reduce' })
  test.describe.configure({ timeout: 90_000 })

  for (const scene of ['the page', 'its forms', 'its dialog'] as const) {
    test(`axe finds nothing in ${scene} at 320, 390 and 1440 px, by day and by night, and nothing scrolls sideways`, async ({
      page,
    }) => {
      await openAccount(page, longest)
      await expect(part(page, 'Sessions').getByRole('listitem')).toHaveCount(1)
      if (scene === 'its forms') {
        for (const name of ['Change name', 'Change email address', 'Change password'])
          await page.getByRole('button', { name }).click()
      }
      if (scene === 'its dialog') await page.getByRole('button', { name: 'Delete my account …' }).click()
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
        expect(content).toBeLessThanOrEqual(window ?? 0)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual([])
        }
      }
    })
  }
})
