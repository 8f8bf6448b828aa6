import { test } from './desk-test.ts'
import { waitForMail } from './mail.ts'
import { fillOwnerProofDialog } from './proof.ts'
import { buildBearerHeader, createPartnerApplicant, createReader, logInBrowser, uniqueWord } from './readers.ts'
import { expect, openPage } from './test.ts'

// Slow and failing searches, and the confirmation before declining an application, are tested in
// web/features/desk/people/people.test.ts.

// The server asks for a proof of identity by refusing a call, and browsers log every refused call.
test.use({ expectMessages: /status of 403/ })

test.beforeEach(({ page, admin }) => logInBrowser(page, admin))

test('an admin finds and approves an application; the applicant gets a mail, and the log lists the action', async ({
  page,
  request,
  admin,
}) => {
  const ann = await createPartnerApplicant(request, `Ann ${uniqueWord()}`)
  await openPage(page, '/desk/people?filter=applications')
  await page.getByLabel('Find by name or email').fill(ann.name.toUpperCase())
  await expect(page.getByText('1 person')).toBeVisible()
  await page.getByRole('link', { name: ann.name }).click()
  const panel = page.getByRole('region', { name: ann.name })
  await panel.getByRole('button', { name: 'Approve' }).click()
  await fillOwnerProofDialog(page)
  await expect(panel.getByText(`${ann.name} is a partner now, and a mail tells them.`)).toBeVisible()
  await expect(panel.getByText('approved the application of this person')).toBeVisible()
  await waitForMail(ann.email, /You are a partner/)
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Log' }).click()
  await expect(page.getByText(`${admin.name} approved the application of ${ann.name}`)).toBeVisible()
})

test('an admin grants a role and undoes this; a ban needs a reason, ends the person’s sessions, and can be lifted', async ({
  page,
  request,
}) => {
  const sam = await createReader(request, { name: `Sam ${uniqueWord()}` })
  await openPage(page, `/desk/people?search=${encodeURIComponent(sam.name)}#${sam.id}`)
  const panel = page.getByRole('region', { name: sam.name })
  await expect(panel.getByRole('heading', { name: sam.name })).toBeFocused()
  const row = page.getByRole('link', { name: sam.name })

  await panel.getByRole('button', { name: 'Make partner' }).click()
  await fillOwnerProofDialog(page)
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
  await panel.getByLabel('Why?').fill('Sold <b>kettles</b>')
  await panel.getByRole('button', { name: `Ban ${sam.name}` }).click()
  await expect(panel.getByText(/^Banned just now, because: Sold <b>kettles<\/b>$/)).toBeVisible()
  await expect(panel.getByText('Signed in nowhere')).toBeVisible()
  expect((await request.get('/auth/current-user', { headers: buildBearerHeader(sam) })).status()).toBe(401)
  await panel.getByRole('button', { name: 'Lift the ban' }).click()
  await expect(panel.getByText(`${sam.name} can log in again.`)).toBeVisible()
})

test('an admin opens a person and returns to the list by keyboard; on a phone the details of the person replace the list', async ({
  page,
  request,
}) => {
  const sam = await createReader(request, { name: `Sam ${uniqueWord()}` })
  const link = page.getByRole('link', { name: sam.name })
  const heading = page.getByRole('heading', { name: sam.name })
  await openPage(page, '/desk/people')
  await page.getByLabel('Find by name or email').focus()
  await page.keyboard.type(sam.email)
  await expect(page.getByText('1 person')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await link.click()
  await expect(heading).toBeVisible()
  await expect(page.getByLabel('Find by name or email')).toBeHidden()
  await page.goBack()
  await expect(heading).toBeHidden()
  await expect(link).toBeFocused()
})
