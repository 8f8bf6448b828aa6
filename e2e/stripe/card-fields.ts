import type { Appearance } from '@stripe/stripe-js'

// This script runs in the frame of the Payment Element. The customer enters the card in this frame, which sends the
// card itself, so that the site never sees it.

/** A reply of Stripe's API or of the frame. */
export interface StripeApiAnswer {
  paymentIntent?: Record<string, unknown>
  error?: { type: string; message: string; code?: string; [more: string]: unknown }
  selectedPaymentMethod?: string
}

/** A message from the page to the frame. */
export type FrameCall =
  | { type: 'look'; appearance: Appearance }
  | { type: 'focus' | 'clear' }
  | { type: 'submit'; call: number; publishableKey: string }
  | { type: 'confirm'; call: number; publishableKey: string; clientSecret: string; returnUrl: string }

/** A message from the frame to the page. */
export type FrameEvent =
  | { type: 'loaded' | 'ready' | 'focus' | 'blur' | 'escape' }
  | { type: 'height'; height: number }
  | { type: 'change'; complete: boolean; empty: boolean }
  | { type: 'answer'; call: number; answer: StripeApiAnswer }

const fields = ['number', 'expiry', 'cvc'] as const
const input = (name: (typeof fields)[number]) => document.getElementById(name) as HTMLInputElement
const say = (event: FrameEvent) => parent.postMessage(event, '*')
const digits = (name: (typeof fields)[number]) => input(name).value.replaceAll(/\D/g, '')

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Converts the appearance that the site has requested into CSS: first variables, then rules. */
function look({ theme = 'stripe', variables = {}, rules = {} }: Appearance): void {
  const isNight = theme === 'night'
  document.documentElement.style.colorScheme = isNight ? 'dark' : 'light'
  const own = { colorText: isNight ? '#ffffff' : '#30313d', colorBackground: isNight ? '#30313d' : '#ffffff' }
  for (const [name, value] of Object.entries({ ...own, ...variables }))
    document.documentElement.style.setProperty(`--${name}`, value)
  const css = Object.entries(rules).map(([selector, rule]) => {
    const lines = Object.entries(rule).map(([name, value]) => `${kebab(name)}: ${value};`)
    return `${selector} { ${lines.join(' ')} }`
  })
  const sheet = document.getElementById('rules')
  if (sheet) sheet.textContent = css.join('\n')
}

const words = {
  number: ['incomplete_number', 'Your card number is incomplete.'],
  expiry: ['incomplete_expiry', 'Your card’s expiration date is incomplete.'],
  cvc: ['incomplete_cvc', 'Your card’s security code is incomplete.'],
} as const

function isComplete(name: (typeof fields)[number]): boolean {
  const length = digits(name).length
  if (name === 'number') return length >= 14
  return name === 'expiry' ? length === 4 : length >= 3
}

/** Validates each field and shows its error. @returns the first error, or the payment method if all are valid */
function check(): StripeApiAnswer {
  let first: StripeApiAnswer = { selectedPaymentMethod: 'card' }
  for (const name of fields.toReversed()) {
    const [code, message] = words[name]
    const isWrong = !isComplete(name)
    input(name).setAttribute('aria-invalid', String(isWrong))
    input(name).classList.toggle('Input--invalid', isWrong)
    const place = document.getElementById(`${name}-error`)
    if (place) place.textContent = isWrong ? message : ''
    if (isWrong) first = { error: { type: 'validation_error', code, message } }
  }
  return first
}

async function confirm(call: Extract<FrameCall, { type: 'confirm' }>): Promise<StripeApiAnswer> {
  const [, id] = /^(pi_\w+?)_secret_/.exec(call.clientSecret) ?? []
  const body = new URLSearchParams({
    key: call.publishableKey,
    client_secret: call.clientSecret,
    return_url: call.returnUrl,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digits('number'),
    'payment_method_data[card][exp_month]': digits('expiry').slice(0, 2),
    'payment_method_data[card][exp_year]': digits('expiry').slice(2),
    'payment_method_data[card][cvc]': digits('cvc'),
    use_stripe_sdk: 'true',
  })
  try {
    const response = await fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, { method: 'POST', body })
    const answer = await response.json()
    return answer.error ? { error: answer.error } : { paymentIntent: answer }
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}

addEventListener('message', async ({ source, data }: MessageEvent<FrameCall>) => {
  if (source !== parent) return
  if (data.type === 'look') {
    look(data.appearance)
    say({ type: 'height', height: document.documentElement.offsetHeight })
    say({ type: 'ready' })
  }
  if (data.type === 'focus') input('number').focus()
  if (data.type === 'clear') for (const name of fields) input(name).value = ''
  if (data.type === 'submit') say({ type: 'answer', call: data.call, answer: check() })
  if (data.type === 'confirm') say({ type: 'answer', call: data.call, answer: await confirm(data) })
})

for (const name of fields) {
  input(name).addEventListener('focus', () => say({ type: 'focus' }))
  input(name).addEventListener('blur', () => say({ type: 'blur' }))
  input(name).addEventListener('input', () => {
    const isEmpty = fields.every((each) => input(each).value === '')
    say({ type: 'change', complete: fields.every(isComplete), empty: isEmpty })
  })
}
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') say({ type: 'escape' })
})
new ResizeObserver(() => say({ type: 'height', height: document.documentElement.offsetHeight })).observe(document.body)
say({ type: 'loaded' })
