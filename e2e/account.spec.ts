import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { errors } from '../contract/errors.ts'
import { DELETE_CONFIRMATION_TEXT, PICTURE_BYTES_MAX } from '../contract/limits.ts'
import { accountSection, logInAgain, openAccountPageAsNewReader } from './account-page.ts'
import { isLoggedIn, submitLoginForm } from './login-page.ts'
import { findMailLink, waitForMail } from './mail.ts'
import { fillOwnerProofDialog, proofDialog } from './proof.ts'
import { createPageInNewContext, createReader, PASSWORD } from './readers.ts'
import { blockLiveConnection, expect, hydratePage, openPage, test, waitForLiveConnection } from './test.ts'

test.describe('the data of an account', () => {
  test.use({ expectMessages: /status of 403/ })

  test('a reader uploads and removes a picture, downloads the data without secrets, changes the name, and changes the email address only by the mailed link', async ({
    page,
  }) => {
    const reader = await openAccountPageAsNewReader(page)
    const profile = accountSection(page, 'Profile')
    const file = profile.locator('input[type=file]')
    const inHeader = page.locator('.session-button img')

    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
    await expect(profile.getByText(errors.picture_unreadable.message)).toBeVisible()
    await file.setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('words') })
    await expect(profile.getByText('That picture cannot be shown.')).toBeVisible()
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(PICTURE_BYTES_MAX + 1) }
    await file.setInputFiles(large)
    await expect(profile.getByText('That file is too large. Choose one of at most 5 MB.')).toBeVisible()

    const buffer = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#d3213b' } })
      .png()
      .toBuffer()
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await expect(profile.getByText('me.png')).toBeVisible()
    await expect(inHeader).toHaveCount(0)
    await profile.getByRole('button', { name: 'Save picture' }).click()
    await expect(profile.getByText('Your picture is saved.')).toBeVisible()
    await expect(inHeader).toHaveAttribute('src', /pictures/)
    expect(
      await inHeader.evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth)),
    ).toBe(256)

    await profile.getByRole('button', { name: 'Remove' }).click()
    await expect(profile.getByText('Your picture is removed.')).toBeVisible()
    await expect(inHeader).toHaveCount(0)
    await expect(profile.getByRole('button', { name: 'Add a picture' })).toBeFocused()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      accountSection(page, 'Your data').getByRole('button', { name: 'Download your data' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('nebelhorn-data.json')
    const text = readFileSync(await download.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ account: { name: reader.name, email: reader.email } })
    expect(text).not.toContain('$argon2')
    expect(text).not.toContain(PASSWORD)
    expect(text).not.toMatch(/[a-z_]*(hash|secret)"/i)
    expect(text).not.toContain(await page.evaluate(() => String(localStorage.getItem('refreshToken'))))
    await expect(accountSection(page, 'Your data').getByRole('status')).toContainText('nebelhorn-data.json')

    await profile.getByRole('button', { name: 'Change name' }).click()
    const name = profile.getByLabel('Your name')
    await expect(name).toBeFocused()
    await name.fill('x'.repeat(81))
    await profile.getByRole('button', { name: 'Save name' }).click()
    await expect(profile.getByText(errors.name_too_long.message)).toBeVisible()
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('x'.repeat(81))
    await name.fill('Ada Lovelace')
    await profile.getByRole('button', { name: 'Save name' }).click()
    await expect(profile.getByText('Your name is changed.')).toBeVisible()
    await expect(profile.getByRole('button', { name: 'Change name' })).toBeFocused()
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.locator('#session-menu')).toContainText('Ada Lovelace')
    await page.keyboard.press('Escape')

    const email = accountSection(page, 'Email')
    const wanted = `new-${reader.email}`
    await email.getByRole('button', { name: 'Change email address' }).click()
    await email.getByLabel('New email address').fill(wanted)
    await email.getByRole('button', { name: 'Send the link' }).click()
    await expect(proofDialog(page).getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(email.getByText(errors.proof_required.message)).toBeVisible()
    await expect(email.getByLabel('New email address')).toHaveValue(wanted)
    await expect(email.getByRole('button', { name: 'Send the link' })).toBeFocused()
    await page.keyboard.press('Enter')
    await fillOwnerProofDialog(page)
    await expect(email.getByText('A link is on its way to your new address.')).toBeVisible()
    await expect(email.getByText(`${wanted} waits for you`)).toBeVisible()

    const link = new URL(findMailLink(await waitForMail(wanted, /^Confirm your new/)))
    const data = { token: link.hash.replace('#token=', '') }
    expect((await page.request.post('/auth/verify-email', { data })).status()).toBe(200)
    // Simulates that the reader returns to the tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(email.getByText(wanted, { exact: true })).toBeVisible()
    await expect(email.getByText('waits for you')).toHaveCount(0)
    await expect(page.locator('#session-menu')).toContainText(wanted)
  })
})

test.describe('passwords and sessions', () => {
  test.use({ expectMessages: /status of 40[03]/ })

  test('the account page marks the current session, ends other sessions, and shows password errors beside their fields; deleting the account needs a confirmation', async ({
    page,
    browser,
  }) => {
    const reader = await openAccountPageAsNewReader(page)
    const other = await (await browser.newContext()).newPage()
    // The page is tested without the hub, which would announce the new session at once.
    await blockLiveConnection(other)
    await logInAgain(other, reader)
    await openPage(other, '/account')
    await expect(accountSection(other, 'Your data')).toBeVisible()

    await page.reload()
    const sessions = accountSection(page, 'Sessions')
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByRole('listitem').first()).toContainText('This one')
    await expect(sessions.getByRole('listitem').last()).toContainText(/Chrome on .*Last used just now, from 10\./s)
    await sessions.getByRole('button', { name: /^End the session/ }).click()
    await expect(sessions.getByText(/^The session of Chrome.* has ended\.$/)).toBeVisible()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)

    await accountSection(other, 'Your data').getByRole('button').click()
    await expect(other.getByLabel('Email')).toBeVisible()
    await expect(accountSection(other, 'Your data')).toHaveCount(0)

    for (let i = 0; i < 3; i++) await logInAgain(other, reader)
    await page.reload()
    await expect(sessions.getByRole('listitem')).toHaveCount(4)
    await sessions.getByRole('button', { name: 'End all other sessions' }).click()
    await expect(sessions.getByText('All other sessions have ended.')).toBeVisible()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)

    await logInAgain(other, reader)
    const password = accountSection(page, 'Password')
    await page.goto('/.well-known/change-password')
    await expect(password.getByRole('button', { name: 'Change password' })).toBeInViewport()
    await hydratePage(page)
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await password.getByRole('button', { name: 'Change password' }).click()
    const next = password.getByLabel('New password', { exact: true })
    const send = password.getByRole('button', { name: 'Change password' })
    await expect(next).toBeFocused()
    await next.fill('password123')
    await send.click()
    await expect(password.getByText(errors.password_guessable.message)).toBeVisible()
    await expect(next).toBeFocused()
    await next.fill('lantern over the harbour')
    await send.click()
    const proof = proofDialog(page).getByLabel('Password', { exact: true })
    await proof.fill('not the password')
    await page.keyboard.press('Enter')
    await expect(proofDialog(page).getByText(errors.wrong_password.message)).toBeVisible()
    await expect(next).toHaveValue('lantern over the harbour')
    await fillOwnerProofDialog(page)
    await expect(password.getByText('Your password is changed. Every other session has ended.')).toBeVisible()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)

    const old = await page.request.post('/auth/manual-login', { data: { email: reader.email, password: PASSWORD } })
    expect(old.status()).toBe(401)
    await logInAgain(other, reader, 'lantern over the harbour')

    await page.getByRole('button', { name: 'Delete my account …' }).click()
    const dialog = page.getByRole('dialog')
    const words = dialog.getByLabel(`Type “${DELETE_CONFIRMATION_TEXT}”`)
    await expect(words).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Delete my account …' })).toBeFocused()
    await page.keyboard.press('Enter')

    await words.fill('please delete it')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(dialog.getByText(errors.confirmation_wrong.message)).toBeVisible()
    await expect(words).toBeFocused()
    await words.fill(DELETE_CONFIRMATION_TEXT)
    await page.keyboard.press('Enter')

    await expect(page.getByRole('heading', { name: 'Your account is gone' })).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull()
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
    const gone = await page.request.post('/auth/manual-login', {
      data: { email: reader.email, password: 'lantern over the harbour' },
    })
    expect(gone.status()).toBe(401)
    await waitForMail(reader.email, /account is gone/)
  })
})

test('tokens that are copied to another browser are refused there, and the original browser stays logged in', async ({
  page,
  browser,
}) => {
  const reader = await createReader(page.request)
  await openPage(page, '/login?returnTo=/account')
  await submitLoginForm(page, reader.email, PASSWORD)
  await expect(accountSection(page, 'Profile')).toBeVisible()
  const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>)
  const { accessToken = '', refreshToken = '' } = stored
  expect([accessToken, refreshToken]).not.toContain('')
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const cookies = await page.context().cookies()
  expect(cookies).toEqual([expect.objectContaining({ name: 'browser', httpOnly: true, sameSite: 'Strict' })])

  const other = await createPageInNewContext(browser, { reader: { ...reader, accessToken, refreshToken } })
  await openPage(other, '/account')
  await expect(other.getByLabel('Email')).toBeVisible()
  await expect(accountSection(other, 'Profile')).toHaveCount(0)
  expect(await isLoggedIn(other)).toBe(false)
  await other.context().close()

  await page.reload()
  await expect(accountSection(page, 'Profile')).toContainText(reader.name)
  await waitForLiveConnection(page)
})
