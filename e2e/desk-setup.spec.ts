import { findAxeAndOverflowViolations } from './axe.ts'
import { test } from './claimed-site.ts'
import { findElementsPastRightEdge } from './cut-off.ts'
import { findMailLink, waitForMail } from './mail.ts'
import { fillOwnerProofDialog } from './proof.ts'
import { expect, openPage } from './test.ts'

// The states of the setup steps are tested in web/features/desk/setup/setup-steps.test.ts and
// server/features/desk/setup.test.ts.

// The server asks for a proof of identity by refusing a call, and browsers log every refused call.
test.use({ expectMessages: /status of 403/ })

test('an admin of a new site deletes the samples, and a test mail proves that mail arrives', async ({
  page,
  site,
  browser,
}) => {
  await openPage(page, '/desk')
  const setup = page.getByRole('region', { name: 'Set up the site' })
  const status = setup.getByText(/^\d of \d steps (is|are) done\.$/)
  await expect(status).toHaveText('0 of 9 steps are done.')
  const unfold = (title: string) => setup.locator('summary', { hasText: title }).click()

  await unfold('Delete the sample notice')
  await setup.getByRole('button', { name: 'Delete the sample notice', exact: true }).click()
  await fillOwnerProofDialog(page)
  await expect(status).toHaveText('1 of 9 steps is done.')
  await unfold('Delete the sample kitchen')
  await setup.getByRole('button', { name: 'Delete the sample kitchen', exact: true }).click()
  await expect(status).toHaveText('2 of 9 steps are done.')

  await unfold('Send mail that arrives')
  await setup.getByRole('button', { name: 'Send a test mail', exact: true }).click()
  await expect(setup.getByText(`A test mail is on its way to ${site.admin.email}.`)).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])

  const phone = await browser.newPage()
  await openPage(phone, findMailLink(await waitForMail(site.admin.email, /^Test mail of/)))
  await phone.getByRole('button', { name: 'Confirm that it arrived' }).click()
  await expect(phone.getByRole('heading', { name: 'Mail arrives' })).toBeFocused()
  await phone.close()
  await expect(status).toHaveText('3 of 9 steps are done.', { timeout: 15_000 })

  await page.setViewportSize({ width: 320, height: 640 })
  for (const summary of await setup.locator('summary').all()) {
    await summary.scrollIntoViewIfNeeded()
    if (!(await summary.evaluate(({ parentElement }) => parentElement?.hasAttribute('open')))) await summary.click()
    expect(await findElementsPastRightEdge(page), (await summary.textContent()) ?? '').toEqual([])
  }
})
