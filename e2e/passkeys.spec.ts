import type { Page } from '@playwright/test'
import { accountSection } from './account-page.ts'
import { findAxeViolations } from './axe.ts'
import { buttonNamed, isLoggedIn, logInWith } from './login-page.ts'
import { proveInDialog } from './proof.ts'
import { createReader, PASSWORD, type Reader } from './readers.ts'
import { siteFolders } from './services/own-site.ts'
import { dataFolder, siteAddresses } from './services/ports.ts'
import { expect, openPage, test } from './test.ts'

// Browsers use passkeys at a name, not at an IP address (WebAuthn 5.1.3).
const origin = siteAddresses.site.replace('127.0.0.1', 'localhost')
siteFolders.set(origin, { DATA_DIR: dataFolder, ORIGINS: siteAddresses.site })
// The server asks for a proof by a refusal, and browsers write every refusal to the console.
test.use({ baseURL: origin, expectMessages: /status of 403/ })

/** Gives the browser Chromium's virtual authenticator. @returns a function that tells whether its owner agrees */
async function addAuthenticator(page: Page): Promise<(agrees: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async (isUserVerified) => {
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
}

/** Switches the offer at the field off, which the virtual authenticator takes by itself. */
const refuseOffers = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

const passkeys = (page: Page) => accountSection(page, 'Passkeys')

/** Logs in on the login page, which leads to the account page. */
async function logInByPassword(page: Page, { email }: Reader): Promise<void> {
  await openPage(page, '/login?returnTo=/account')
  await logInWith(page, email, PASSWORD)
  await expect(page).toHaveURL(`${origin}/account`)
}

/** Opens the account page of a new reader and adds a passkey, with the password as proof. */
async function addPasskey(page: Page): Promise<Reader> {
  const reader = await createReader(page.request)
  await logInByPassword(page, reader)
  await expect(passkeys(page)).toContainText('You have none yet.')
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click()
  await proveInDialog(page)
  await expect(passkeys(page)).toContainText('is added. It logs you in from now on.')
  return reader
}

const logOut = (page: Page) => page.evaluate(() => localStorage.clear())

test('a passkey is added with the password, logs in, renames, proves and is removed', async ({ page }) => {
  await refuseOffers(page)
  await addAuthenticator(page)
  const reader = await addPasskey(page)
  await expect(passkeys(page).getByRole('list', { name: 'Your passkeys' })).toContainText(/Chrome on .*not used yet/s)

  await passkeys(page).getByRole('button', { name: 'Rename' }).click()
  await passkeys(page).getByLabel('Name of this passkey').fill('Blue key')
  await passkeys(page).getByRole('button', { name: 'Save name' }).click()
  await expect(passkeys(page).getByText('Blue key', { exact: true })).toBeVisible()

  await logOut(page)
  await openPage(page, '/login?returnTo=/account')
  await buttonNamed(page, 'Log in with a passkey').click()
  await expect(page).toHaveURL(`${origin}/account`)
  await expect(accountSection(page, 'Profile')).toContainText(reader.name)
  await expect(accountSection(page, 'Sessions')).toContainText('Logged in with a passkey')
  await expect(passkeys(page)).toContainText('last used')

  // A login with a passkey is a proof, so nothing is asked.
  await passkeys(page).getByRole('button', { name: 'Remove the passkey Blue key' }).click()
  await expect(passkeys(page)).toContainText('You have none yet.')
  await expect(passkeys(page)).toContainText('The passkey “Blue key” is removed.')
})

test('the browser offers the passkey at the field for the email address', async ({ page }) => {
  await addAuthenticator(page)
  await addPasskey(page)
  await logOut(page)
  await openPage(page, '/login')
  // The virtual authenticator takes the offer by itself.
  await expect.poll(() => isLoggedIn(page)).toBe(true)
})

test('a passkey proves who the reader is instead of the password', async ({ page }) => {
  await refuseOffers(page)
  await addAuthenticator(page)
  const reader = await addPasskey(page)
  await logOut(page)
  await logInByPassword(page, reader)
  await passkeys(page)
    .getByRole('button', { name: /^Remove the passkey/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(dialog).toBeHidden()
  await expect(passkeys(page)).toContainText('You have none yet.')
})

test('says what to do when the owner does not agree, or the passkey was removed here', async ({ page }) => {
  await refuseOffers(page)
  const setAgreement = await addAuthenticator(page)
  const reader = await addPasskey(page)
  await setAgreement(false)
  await logOut(page)
  await openPage(page, '/login')
  await buttonNamed(page, 'Log in with a passkey').click()
  await expect(page.getByRole('alert')).toContainText([
    'The browser has used no passkey. Try again, or use your password.',
  ])
  const headers = { authorization: `Bearer ${reader.accessToken}` }
  await page.request.post('/api/account/proof', { headers, data: { password: PASSWORD } })
  const { passkeys: list } = await (await page.request.get('/api/account/passkeys', { headers })).json()
  const removed = await page.request.delete(`/api/account/passkeys/${list[0].id}`, { headers })
  expect(removed.status()).toBe(204)
  await setAgreement(true)
  await buttonNamed(page, 'Log in with a passkey').click()
  await expect(page.getByRole('alert')).toContainText(['No account here has this passkey any more.'])
  expect(await isLoggedIn(page)).toBe(false)
})

test('the passkeys and the question for a proof are free of faults by axe', async ({ page }) => {
  await refuseOffers(page)
  await addAuthenticator(page)
  await addPasskey(page)
  expect(await findAxeViolations(page)).toEqual([])
  await logOut(page)
  await openPage(page, '/login')
  await expect(buttonNamed(page, 'Log in with a passkey')).toBeVisible()
})
