import type { Page } from '@playwright/test'
import { accountSection } from './account-page.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { buttonNamed, isLoggedIn, submitLoginForm } from './login-page.ts'
import { fillOwnerProofDialog } from './proof.ts'
import { createReader, PASSWORD, type Reader } from './readers.ts'
import { siteEnvironments } from './services/own-site.ts'
import { dataFolder, siteAddresses } from './services/ports.ts'
import { expect, openPage, test } from './test.ts'

// Browsers allow passkeys only with a host name, not with an IP address (WebAuthn 5.1.3).
const origin = siteAddresses.site.replace('127.0.0.1', 'localhost')
siteEnvironments.set(origin, { DATA_DIR: dataFolder, ORIGINS: siteAddresses.site })
// The server asks for a proof of identity by refusing a call, and browsers log every refused call.
test.use({ baseURL: origin, expectMessages: /status of 403/ })

/**
 * Adds Chromium's virtual authenticator to the browser.
 * @returns a function that sets whether the owner of the authenticator agrees
 */
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

/**
 * Switches off the browser's suggestion in the email field, because the virtual authenticator would accept it by
 * itself.
 */
const refuseOffers = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

const passkeys = (page: Page) => accountSection(page, 'Passkeys')

/** Logs in by password on the login page, and continues to the account page. */
async function logInByPassword(page: Page, { email }: Reader): Promise<void> {
  await openPage(page, '/login?returnTo=/account')
  await submitLoginForm(page, email, PASSWORD)
  await expect(page).toHaveURL(`${origin}/account`)
}

/** Opens the account page of a new reader and adds a passkey. The password is the proof of identity. */
async function addPasskey(page: Page): Promise<Reader> {
  const reader = await createReader(page.request)
  await logInByPassword(page, reader)
  await expect(passkeys(page)).toContainText('You have none yet.')
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click()
  await fillOwnerProofDialog(page)
  await expect(passkeys(page)).toContainText('is added. It logs you in from now on.')
  return reader
}

const logOut = (page: Page) => page.evaluate(() => localStorage.clear())

test('a passkey is added after a proof by password, logs the reader in, is renamed, serves as a proof and is removed', async ({
  page,
}) => {
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

  // A login with a passkey counts as a proof of identity, so no proof is asked for.
  await passkeys(page).getByRole('button', { name: 'Remove the passkey Blue key' }).click()
  await expect(passkeys(page)).toContainText('You have none yet.')
  await expect(passkeys(page)).toContainText('The passkey “Blue key” is removed.')
})

test('the browser suggests the passkey in the email field of the login', async ({ page }) => {
  await addAuthenticator(page)
  await addPasskey(page)
  await logOut(page)
  await openPage(page, '/login')
  // The virtual authenticator accepts the suggestion by itself.
  await expect.poll(() => isLoggedIn(page)).toBe(true)
})

test('a passkey proves the reader’s identity instead of the password', async ({ page }) => {
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

test('when the owner declines the browser’s request or the account no longer has the passkey, a message says what to do', async ({
  page,
}) => {
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

test('the section of passkeys and the dialog that asks for a proof have no accessibility violations', async ({
  page,
}) => {
  await refuseOffers(page)
  await addAuthenticator(page)
  await addPasskey(page)
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await logOut(page)
  await openPage(page, '/login')
  await expect(buttonNamed(page, 'Log in with a passkey')).toBeVisible()
})
