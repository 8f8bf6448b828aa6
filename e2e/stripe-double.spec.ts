import { readFileSync } from 'node:fs'
import { ports } from './services/ports.ts'
import { forwardStripeToDouble, stripeUrlPattern } from './stripe-routes.ts'
import { expect, test } from './test.ts'

const double = `http://127.0.0.1:${ports.stripe}`
const policy =
  "default-src 'self'; script-src 'self' https://js.stripe.com; frame-src https://js.stripe.com https://hooks.stripe.com; connect-src 'self' https://api.stripe.com"

/** A script that makes the calls of the site's pages, with the real loader of Stripe.js. */
const script = `
  import { loadStripe } from '/pure.js'
  const stripe = await loadStripe('pk_test_double')
  const elements = stripe.elements({
    mode: 'payment', amount: 1560, currency: 'gbp', captureMethod: 'manual', allowedPaymentMethodTypes: ['card'],
    appearance: { theme: 'night', variables: { colorPrimary: '#ffcc00' }, rules: { '.Label': { fontWeight: '600' } } },
  })
  const element = elements.create('payment')
  element.on('ready', () => { document.title = 'ready' })
  element.mount('#card')
  document.querySelector('button').addEventListener('click', async () => {
    const clientSecret = location.hash.slice(1)
    const checked = await elements.submit()
    const confirmParams = { return_url: location.origin + '/paid' }
    const answer = checked.error
      ? checked
      : await stripe.confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' })
    document.querySelector('output').value = answer.error?.message ?? answer.paymentIntent.status
  })
`

test.use({ expectRequests: stripeUrlPattern, expectMessages: /status of 402/ })

test('the Stripe double accepts, declines and confirms cards in its own frames, under a Content-Security-Policy without inline styles', async ({
  page,
  context,
  baseURL,
}) => {
  const created = await fetch(`${double}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_double' },
    body: new URLSearchParams({ amount: '1560', currency: 'gbp', capture_method: 'manual' }),
  })
  const { client_secret: secret } = (await created.json()) as { client_secret: string }
  await forwardStripeToDouble(context, double)
  await page.route(`${baseURL}/pure.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8'),
    }),
  )
  await page.route(`${baseURL}/pay.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.route(`${baseURL}/pay`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: '<!doctype html><div id="card"></div><button>Pay</button><output></output><script type="module" src="/pay.js"></script>',
    }),
  )
  await page.goto(`/pay#${secret}`)
  await expect(page).toHaveTitle('ready')
  const card = page.frameLocator('iframe[title="Secure payment input frame"]')
  const pay = page.getByRole('button', { name: 'Pay' })
  const said = page.getByRole('status')
  const type = async (number: string) => {
    await card.getByLabel('Card number').fill(number)
    await card.getByLabel('Expiry date').fill('12 / 40')
    await card.getByLabel('Security code').fill('123')
    await pay.click()
  }

  await pay.click()
  await expect(said).toHaveText('Your card number is incomplete.')
  await expect(card.getByText('Your card number is incomplete.')).toBeVisible()
  await expect(card.getByLabel('Card number')).toHaveCSS('background-color', 'rgb(48, 49, 61)')
  await type('4000000000000002')
  await expect(said).toHaveText('Your card was declined.')
  const bank = page.frameLocator('iframe[title="3D Secure"]')
  await type('4000002760003184')
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(said).toContainText('unable to authenticate')
  await type('4000002760003184')
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(said).toHaveText('requires_capture')
  await expect(page.locator('iframe[title="3D Secure"]')).toHaveCount(0)
})
