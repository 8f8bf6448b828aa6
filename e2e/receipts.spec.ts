import { readFile } from 'node:fs/promises'
import { FAKE_NOW } from '#contract/testing/fake-kitchen-server.ts'
import { buildCreditNote, buildPaidOrder, buildReceipt } from '#contract/testing/sample-payments.ts'
import { errors } from '../contract/errors.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { payOrderThroughApi, stripeDoubleOrigin, stripeEnvironment } from './card-orders.ts'
import { test as claimed } from './claimed-site.ts'
import { serveFakeReply } from './fake-reply.ts'
import { createOpenKitchen } from './kitchens.ts'
import { placeDeliveryOrder, sendOrderMove } from './placed-orders.ts'
import { fillOwnerProofDialog, proofDialog } from './proof.ts'
import { createGuest, createPageInNewContext } from './readers.ts'
import { forwardStripeToDouble, stripeUrlPattern } from './stripe-routes.ts'
import { blockLiveConnection, expect, openPage, test, waitForLiveConnection } from './test.ts'

const papers = [
  buildReceipt(12),
  buildCreditNote(3, 300, 'The lemonade was missing.'),
  buildCreditNote(4, 200, 'It came late.'),
]

claimed.describe('with cards', () => {
  claimed.use({
    siteEnv: stripeEnvironment,
    expectRequests: stripeUrlPattern,
    // The test enters a wrong password once.
    expectMessages: /status of 403 /,
  })

  claimed(
    'an owner refunds a part of a card payment after a password check; the customer sees it live, and gets a receipt and a credit note',
    async ({ page, browser, context, request, site }) => {
      // The test starts its own site, moves an order through all states and uses two browsers, which takes a long time.
      claimed.setTimeout(180_000)
      await forwardStripeToDouble(context, stripeDoubleOrigin)
      const kitchen = await createOpenKitchen(request, { owner: site.admin })
      const placed = await placeDeliveryOrder(request, await createGuest(request), kitchen, 'card')
      await payOrderThroughApi(request, placed)
      await openPage(page, `/kitchen/${kitchen.slug}`)
      await waitForLiveConnection(page)
      const ticket = page.getByRole('article', { name: 'Order 1', exact: true })
      await expect(ticket).toContainText('£15.60, held on the card')
      for (const to of ['accepted', 'preparing', 'ready'] as const)
        await sendOrderMove(request, kitchen, placed.order, to)
      await expect(ticket).toContainText('£15.60, paid')
      for (const to of ['out_for_delivery', 'delivered'] as const)
        await sendOrderMove(request, kitchen, placed.order, to)

      const customer = await createPageInNewContext(browser)
      await forwardStripeToDouble(customer.context(), stripeDoubleOrigin)
      await openPage(customer, placed.link)
      await waitForLiveConnection(customer)
      const receipt = customer.getByRole('region', { name: 'Receipt' })
      await expect(receipt).toContainText('Paid by card, Visa ending in 4242')

      await page.getByRole('link', { name: 'Money' }).click()
      await page.getByRole('button', { name: 'Give back … of order 1' }).click()
      const dialog = page.getByRole('dialog', { name: 'Give money back, order 1' })
      await dialog.getByLabel('How much (£)').fill('1.60')
      await dialog.getByLabel('Why', { exact: true }).fill('The lemonade was missing.')
      await dialog.getByRole('button', { name: 'Give £1.60 back' }).click()
      await expect(proofDialog(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog.getByText(errors.proof_required.message)).toBeVisible()
      await expect(dialog.getByLabel('Why', { exact: true })).toHaveValue('The lemonade was missing.')
      await dialog.getByRole('button', { name: 'Give £1.60 back' }).click()
      await fillOwnerProofDialog(page)
      const rows = page.getByRole('region', { name: 'Receipts and credit notes' }).getByRole('listitem')
      await expect(rows.filter({ hasText: 'Credit note 1' })).toContainText('-£1.60')
      await expect(rows.filter({ hasText: 'Receipt 1' })).toContainText('£15.60')

      await expect(receipt).toContainText('Given back to your card')
      await expect(receipt).toContainText('The lemonade was missing.')
      await receipt.getByRole('link', { name: 'Receipt and credit notes to keep, as PDF' }).click()
      const credit = customer.getByRole('article', { name: 'Credit note 1' })
      await expect(credit).toContainText('£1.60')
      await expect(customer.getByRole('article', { name: 'Receipt 1' })).toContainText('£15.60')
      const saving = customer.waitForEvent('download')
      await credit.getByRole('button', { name: 'Save as PDF' }).click()
      const file = await saving
      expect(file.suggestedFilename()).toMatch(/^kitchen-w\w+-credit-note-1\.pdf$/)
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
      await customer.context().close()
    },
  )
})

// The text of each receipt, and orders without receipts, are tested in web/features/ordering/receipts/receipts.test.ts.

test.describe('receipts of the fake server', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install({ time: FAKE_NOW })
    await blockLiveConnection(page)
    await serveFakeReply(page, /\/api\/orders\/[^/]+\/receipts/, () => ({ receipts: papers }))
  })

  test('each receipt is printed on its own sheet of paper without page controls; receipts have no accessibility violations and fit every width', async ({
    page,
  }) => {
    await openPage(page, `/orders/${buildPaidOrder(5).orderId}/receipts`)
    await expect(page.getByRole('article')).toHaveCount(3)
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    await expect(page.getByRole('button', { name: /^Save as PDF/ }).first()).toBeHidden()
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect(pages).toHaveLength(3)
  })
})
