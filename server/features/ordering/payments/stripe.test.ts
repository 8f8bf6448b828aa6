import { expect, onTestFinished, test } from 'vitest'
import { findTestCard, testCardNumbers } from '../../../testing/stripe/test-cards.ts'
import { startStripeDouble } from '../../../testing/stripe-double.ts'
import { ProviderRefusedError, ProviderUnavailableError } from './payment-provider.ts'
import { createStripeProvider } from './stripe.ts'

/** Connects the provider to a double of Stripe. */
async function atStripe() {
  const double = await startStripeDouble()
  onTestFinished(double.close)
  const { secretKey, publishableKey, webhookSecret, origin: api } = double
  const provider = await createStripeProvider({ secretKey, publishableKey, webhookSecret, api })
  const begin = (more: Partial<Parameters<typeof provider.begin>[0]> = {}) =>
    provider.begin({
      orderId: crypto.randomUUID(),
      amount: 1560,
      currency: 'GBP',
      currencyDigits: 2,
      chargedAtOnce: false,
      description: 'Order 1',
      ...more,
    })
  const charge = (id: string, number: string = testCardNumbers.good) => {
    const card = findTestCard(number)
    if (!card) throw new Error(`${number} is no card.`)
    return double.account.confirm(id, { number, card, method: 'pm_card', month: 12, year: 2090 })
  }
  return { double, provider, begin, charge, settings: { secretKey, publishableKey, webhookSecret, api } }
}

test.each([
  ['JPY', 0, 1560, 1560],
  ['GBP', 2, 1560, 1560],
  ['KWD', 3, 15_600, 15_600],
  ['UGX', 0, 5000, 500_000],
  ['ISK', 0, 5000, 500_000],
  ['MGA', 2, 160_000, 1600],
  ['HUF', 2, 156_000, 156_000],
  // Earlier orders can have another number of decimals than ISO 4217 gives their currency.
  ['HUF', 0, 1560, 156_000],
  ['MGA', 0, 1600, 1600],
])(
  'amounts in %s with %i digits are converted to the units of Stripe and back',
  async (currency, currencyDigits, amount, units) => {
    const { double, provider, begin, charge } = await atStripe()
    const { id } = await begin({ currency, currencyDigits, amount, chargedAtOnce: true })
    charge(id)
    await provider.refund(id, { refundId: 'r', amount: amount / 4, currency, currencyDigits })
    expect(double.account.intent(id)).toMatchObject({ amount: units, currency: currency.toLowerCase() })
    expect([...double.account.refunds.values()]).toMatchObject([{ amount: units / 4 }])
    expect(await provider.read(id, currencyDigits)).toMatchObject({
      state: 'captured',
      currency,
      currencyDigits,
      amount,
      refunded: amount / 4,
      refunds: [{ refundId: 'r', amount: amount / 4, state: 'succeeded' }],
    })
  },
)

test('refuses an amount that the units of Stripe cannot express', async () => {
  const { double, begin } = await atStripe()
  await expect(begin({ currency: 'KWD', currencyDigits: 3, amount: 15_601 })).rejects.toThrow(ProviderRefusedError)
  expect(double.calls).toEqual([])
})

test('a payment is read from Stripe with its card, its refused cards and its refunds', async () => {
  const { double, provider, begin, charge } = await atStripe()
  const unpaid = await begin()
  expect(unpaid).toMatchObject({
    state: 'unpaid',
    amount: 0,
    refunded: 0,
    declined: false,
    declineMessage: '',
    card: '',
    attempts: [],
    refunds: [],
    isDisputed: false,
    clientSecret: expect.stringContaining(unpaid.id),
  })
  expect(() => charge(unpaid.id, testCardNumbers.declined)).toThrow()
  expect(await provider.read(unpaid.id, 2)).toMatchObject({
    state: 'unpaid',
    declined: true,
    declineMessage: 'Your card was declined.',
    card: '',
    attempts: [{ isDeclined: true, cardFingerprint: expect.stringMatching(/^\w{16}$/) }],
  })
  charge(unpaid.id, testCardNumbers.asks)
  expect(await provider.read(unpaid.id, 2)).toMatchObject({ state: 'unpaid', declined: false })
  double.account.authenticate(unpaid.id, true)
  expect(await provider.read(unpaid.id, 2)).toMatchObject({
    state: 'authorised',
    amount: 1560,
    card: 'Visa ending in 3184',
    attempts: [{ isDeclined: false }, { isDeclined: true }],
  })
  await provider.capture(unpaid.id)
  expect(await provider.read(unpaid.id, 2)).toMatchObject({ state: 'captured', amount: 1560 })

  const other = await begin()
  charge(other.id)
  await provider.void(other.id)
  // Stripe lists a released authorisation as a refund, although nothing was charged.
  expect(await provider.read(other.id, 2)).toMatchObject({ state: 'void', refunded: 0, refunds: [] })
})

test('repeated calls to Stripe with the same idempotency key make one payment and one refund, and a call without a reply is repeated', async () => {
  const { double, provider, begin, charge } = await atStripe()
  const orderId = crypto.randomUUID()
  double.fail('lose', { name: 'create' })
  const one = await begin({ orderId, chargedAtOnce: true })
  expect((await begin({ orderId, chargedAtOnce: true })).id).toBe(one.id)
  expect(double.account.intents.size).toBe(1)
  charge(one.id)
  double.fail('lose', { name: 'refund' })
  await provider.refund(one.id, { refundId: 'r', amount: 560, currency: 'GBP', currencyDigits: 2 })
  await provider.refund(one.id, { refundId: 'r', amount: 560, currency: 'GBP', currencyDigits: 2 })
  expect(double.account.refunds.size).toBe(1)
})

test('temporary and permanent failures of Stripe throw different errors', async () => {
  const { double, provider, begin, settings } = await atStripe()
  const { id } = await begin()
  for (const trouble of ['cut', 500, 503, 429, 409] as const) {
    double.fail(trouble, { times: 2 })
    await expect(provider.read(id, 2)).rejects.toThrow(ProviderUnavailableError)
    double.mend()
  }
  await expect(provider.capture(id)).rejects.toThrow(ProviderRefusedError)
  await expect(provider.read('pi_none', 2)).rejects.toThrow(ProviderRefusedError)
  await expect(provider.refund(id, { refundId: 'r', amount: 1, currency: 'GBP', currencyDigits: 2 })).rejects.toThrow(
    ProviderRefusedError,
  )
  const stranger = await createStripeProvider({ ...settings, secretKey: 'sk_test_other' })
  await expect(stranger.read(id, 2)).rejects.toThrow(ProviderRefusedError)
})
