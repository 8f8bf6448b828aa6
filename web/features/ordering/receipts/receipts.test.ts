import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { buildCreditNote, buildPaidOrder, buildReceipt } from '#contract/testing/sample-payments.ts'
import type { RecordedCall } from '../../../testing/browser.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { simulateNativeApp } from '../../../testing/native-app.ts'
import { openScreen } from '../../../testing/page-actions.ts'

installFakeClock()

const { orderId } = buildPaidOrder(5)
const papers = [
  buildReceipt(12),
  buildCreditNote(3, 300, 'The lemonade was missing.'),
  buildCreditNote(4, 200, 'It came late.'),
]
const broken = () => Response.json({ code: 'internal', message: 'Something broke on our side.' }, { status: 500 })

const link = `/orders/${orderId}/receipts`

/** Shows the receipts of order 5 to a logged-in user. */
const receiptsPage = (answer: (call: RecordedCall) => Response, address = link) =>
  openScreen(answer, async () => createElement((await import('../receipts-screen.tsx')).Screen), address)

test('the receipts page shows each receipt and credit note separately, and whether its PDF was saved', async () => {
  let isBroken = true
  const fetched: string[] = []
  const { page, part, press, says, texts } = await receiptsPage(({ path }) => {
    if (!path.includes('/pdf')) return Response.json({ receipts: papers })
    fetched.push(path)
    return isBroken
      ? broken()
      : new Response('%PDF-1.7 of the double', { headers: { 'content-type': 'application/pdf' } })
  })
  await says('Receipt 12')
  expect(page.title()).toMatch(/^Receipts - order 5/)
  for (const text of [
    'Nebelhorn Kitchen',
    '1 Kettle Street',
    '20 November 2026 at 19:00',
    'Order 5',
    'Large, No nuts',
    '£11.50',
    'Delivery£2.50',
    'Paid£15.60',
    'By card.',
  ])
    expect(part('Receipt 12').textContent).toContain(text)
  const credit = part('Credit note 3')
  for (const text of ['Order 5, receipt 12', 'Given back£3.00', 'Why: The lemonade was missing.'])
    expect(credit.textContent).toContain(text)

  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  await press('Save as PDF', credit)
  await says('Something broke on our side.')
  expect(credit.querySelector('[role=status]')?.textContent).toBe('Something broke on our side.')
  expect(saved).not.toHaveBeenCalled()
  isBroken = false
  await press('Save as PDF', credit)
  await says('It is in your downloads, as nebelhorn-kitchen-credit-note-3.pdf.')
  expect(credit.querySelector('[role=status]')?.textContent).toMatch(/^It is in your downloads/)
  const [file] = saved.mock.calls[0] ?? []
  expect(await (file as Blob).text()).toBe('%PDF-1.7 of the double')
  expect(fetched).toHaveLength(2)
  expect(fetched[1]).toBe(`/api/orders/${orderId}/receipts/${papers[1]?.receiptId}/pdf`)
  expect(texts('.sheet')).toHaveLength(3)
})

test('receipts and their PDFs are fetched with the token from the mailed link, and the token is removed from the URL', async () => {
  const paths: string[] = []
  const { page, part, press, says } = await receiptsPage(({ path }) => {
    if (path.includes('/receipts')) paths.push(path)
    return path.includes('/pdf') ? new Response('%PDF-1.7 of the double') : Response.json({ receipts: papers })
  }, `${link}#token=of-the-mail`)
  await says('Receipt 12')
  expect(page.address()).toBe(link)
  expect(page.find('h1').textContent).toBe('Receipts')
  expect(paths).toEqual([`/api/orders/${orderId}/receipts?token=of-the-mail`])
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  await press('Save as PDF', part('Credit note 3'))
  await says('It is in your downloads, as nebelhorn-kitchen-credit-note-3.pdf.')
  expect(paths.at(-1)).toBe(`/api/orders/${orderId}/receipts/${papers[1]?.receiptId}/pdf?token=of-the-mail`)
  expect(page.find('a', 'Order 5 at Nebelhorn Kitchen').getAttribute('href')).toBe(`/orders/${orderId}`)
})

test('the receipts page shows a message when there is no receipt, no such order or no response', async () => {
  const none = await receiptsPage(() => Response.json({ receipts: [] }))
  await none.says('There is none here. One is made when the order is paid')
  expect(none.page.text()).not.toContain('Print')
  await none.leave()

  const nothing = { code: 'not_found', message: 'There is nothing at this address.' }
  const missing = await receiptsPage(() => Response.json(nothing, { status: 404 }))
  await missing.says('No order of yours here')
  expect(missing.page.find('h1').textContent).toBe('No order of yours here')
  await missing.leave()

  let isBroken = true
  const { page, press, says, texts } = await receiptsPage(() =>
    isBroken ? broken() : Response.json({ receipts: papers }),
  )
  await says('Something broke on our side.')
  expect(page.find('[role=alert]').textContent).toBe('Something broke on our side.')
  isBroken = false
  await press('Try again')
  await page.until(() => expect(texts('.sheet')).toHaveLength(3))
})

test.each([3, 0])('the receipts page shows %d valid receipts, and the id of a damaged receipt', async (valid) => {
  const receipts = papers.slice(0, valid)
  const { says, texts, page } = await receiptsPage(() => Response.json({ receipts, damaged: [{ id: 'broken-1' }] }))
  await says('1 receipt cannot be shown')
  await says('broken-1')
  expect(texts('.sheet')).toHaveLength(valid)
  expect(page.text()).not.toContain('There is none here')
})

test('for an invalid order id, the receipts page says “No order of yours here” and fetches nothing', async () => {
  const { page, says } = await receiptsPage(
    () => Response.json({ code: 'bad_request', message: 'params.id: Invalid UUID.' }, { status: 400 }),
    '/orders/12/receipts',
  )
  await says('No order of yours here')
  expect(page.calls.filter(({ path }) => path.startsWith('/api/orders'))).toEqual([])
})

test('the native app, which cannot print, offers no print of receipts', async () => {
  simulateNativeApp()
  const { page, says } = await receiptsPage(() => Response.json({ receipts: papers }))
  await says('Receipt 12')
  expect(page.text()).not.toContain('Print')
})
