import type { Appearance, StripeElementsOptionsMode } from '@stripe/stripe-js'
import type { FrameCall, FrameEvent, StripeApiAnswer } from './card-fields.ts'

// Replaces https://js.stripe.com/endive/stripe.js. It has only the calls that the site uses. It throws and warns like
// Stripe.js, so that incorrect calls are detected. Its types are stripped, and it runs as a plain script.

const API = 'https://api.stripe.com/v1'
const SCRIPTS = 'https://js.stripe.com/endive'

class IntegrationError extends Error {
  override name = 'IntegrationError'
}

const known = [
  'mode',
  'amount',
  'currency',
  'captureMethod',
  'allowedPaymentMethodTypes',
  'appearance',
  'locale',
].concat('fonts', 'loader', 'paymentMethodCreation', 'setupFutureUsage', 'excludedPaymentMethodTypes')
const colours = /^(#[\da-f]{3,8}|(rgb|hsl)a?\([^)]*\)|transparent)$/i

/**
 * Warns about values that Stripe.js cannot read. Stripe.js parses colours itself and does not know the page's CSS
 * variables.
 */
function checkAppearance({ variables = {}, rules = {} }: Appearance): void {
  for (const [name, value] of Object.entries(variables))
    if (/^color/.test(name) ? !colours.test(value.trim()) : /var\(|light-dark\(/.test(value))
      console.warn(`[Stripe.js] ${value} is not a valid value of the appearance variable ${name}.`)
  for (const [selector, rule] of Object.entries(rules))
    for (const value of Object.values(rule))
      if (typeof value === 'string' && /light-dark\(|var\(--(?!color|font|spacing|border|focus|grid|tab)/.test(value))
        console.warn(`[Stripe.js] ${value} is not a valid value in the appearance rule ${selector}.`)
}

function checkOptions(options: Partial<StripeElementsOptionsMode>): void {
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new IntegrationError(`Invalid elements() parameter: ${name}.`)
  if (options.mode === 'payment' && !(Number.isInteger(options.amount) && (options.amount ?? 0) > 0))
    throw new IntegrationError('In elements(), `amount` must be a positive integer in the smallest unit.')
  if (options.currency !== undefined && !/^[a-z]{3}$/.test(options.currency))
    throw new IntegrationError('In elements(), `currency` must be three lower-case letters.')
  if (options.appearance) checkAppearance(options.appearance)
}

/**
 * Creates an iframe without borders. Its style is set by a script, which a Content-Security-Policy without inline
 * styles allows.
 */
function newFrame(src: string, title: string, style: Record<string, string>): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = src
  frame.title = title
  for (const [name, value] of Object.entries({ border: '0', display: 'block', ...style }))
    frame.style.setProperty(name, value, 'important')
  return frame
}

type Handler = (event: unknown) => void

/** The Payment Element: an iframe in the page. Only the frame knows the card. */
function newPaymentElement(publishableKey: string, optionsNow: () => Partial<StripeElementsOptionsMode>) {
  const handlers = new Map<string, Set<Handler>>()
  const emit = (type: string, event: object = {}) => {
    for (const handler of handlers.get(type) ?? []) handler({ elementType: 'payment', ...event })
  }
  let frame: HTMLIFrameElement | undefined
  let calls = 0
  let isReady = false
  const waiting = new Map<number, (answer: StripeApiAnswer) => void>()

  function listen({ source, data }: MessageEvent<FrameEvent>): void {
    if (!frame || source !== frame.contentWindow) return
    if (data.type === 'loaded') post({ type: 'look', appearance: optionsNow().appearance ?? {} })
    if (data.type === 'height') frame.style.setProperty('height', `${data.height}px`, 'important')
    if (data.type === 'answer') waiting.get(data.call)?.(data.answer)
    if (data.type === 'ready' && !isReady) {
      isReady = true
      emit('ready')
    }
    if (data.type === 'change') emit('change', { ...data, collapsed: false, value: { type: 'card' } })
    if (data.type === 'focus' || data.type === 'blur' || data.type === 'escape') emit(data.type)
  }
  const post = (message: FrameCall) => frame?.contentWindow?.postMessage(message, 'https://js.stripe.com')

  const element = {
    isMounted: () => isReady,
    call: (message: { type: 'submit' } | { type: 'confirm'; clientSecret: string; returnUrl: string }) => {
      if (!frame)
        throw new IntegrationError('We could not retrieve data from the specified Element: it is not mounted.')
      const call = ++calls
      const { promise, resolve } = Promise.withResolvers<StripeApiAnswer>()
      waiting.set(call, resolve)
      post({ ...message, call, publishableKey })
      return promise
    },
    look: () => post({ type: 'look', appearance: optionsNow().appearance ?? {} }),
    mount: (target: string | Element) => {
      const place = typeof target === 'string' ? document.querySelector(target) : target
      if (!place) throw new IntegrationError('The selector you specified applies to no DOM elements on the page.')
      frame = newFrame(`${SCRIPTS}/card-fields.html`, 'Secure payment input frame', { width: '100%', height: '1px' })
      frame.allow = 'payment *; publickey-credentials-get *'
      addEventListener('message', listen)
      frame.addEventListener('error', () => emit('loaderror', { error: { type: 'api_connection_error' } }))
      place.replaceChildren(frame)
      emit('loaderstart')
    },
    unmount: () => {
      removeEventListener('message', listen)
      frame?.remove()
      frame = undefined
      isReady = false
    },
    destroy: () => {
      element.unmount()
      handlers.clear()
    },
    on: (type: string, handler: Handler) => {
      handlers.set(type, (handlers.get(type) ?? new Set()).add(handler))
      return element
    },
    once: (type: string, handler: Handler) => {
      const first: Handler = (event) => {
        element.off(type, first)
        handler(event)
      }
      return element.on(type, first)
    },
    off: (type: string, handler?: Handler) => {
      if (handler) handlers.get(type)?.delete(handler)
      else handlers.delete(type)
      return element
    },
    focus: () => post({ type: 'focus' }),
    blur: () => frame?.blur(),
    clear: () => post({ type: 'clear' }),
    update: () => element,
    collapse: () => element,
  }
  return element
}

/** Shows the bank's page in a frame over the page. Resolves when the customer has answered. */
function askAtBank(id: string, clientSecret: string, publishableKey: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const query = new URLSearchParams({ payment_intent: id, client_secret: clientSecret, key: publishableKey })
  const frame = newFrame(`https://hooks.stripe.com/3d_secure_2/hosted?${query}`, '3D Secure', {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    'z-index': '2147483647',
  })
  const listen = ({ source, data }: MessageEvent) => {
    if (source !== frame.contentWindow || data !== 'answered') return
    removeEventListener('message', listen)
    frame.remove()
    resolve()
  }
  addEventListener('message', listen)
  document.body.append(frame)
  frame.focus()
  return promise
}

/** The error that Stripe.js returns without a connection. */
const unreachable: StripeApiAnswer = {
  error: {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
  },
}

const idOf = (clientSecret: string) => {
  const [, id] = /^(pi_\w+?)_secret_\w+$/.exec(clientSecret) ?? []
  if (!id) throw new IntegrationError('Invalid value for clientSecret: it is that of no PaymentIntent.')
  return id
}

async function read(clientSecret: string, key: string): Promise<StripeApiAnswer> {
  const query = new URLSearchParams({ key, client_secret: clientSecret })
  try {
    const body = await (await fetch(`${API}/payment_intents/${idOf(clientSecret)}?${query}`)).json()
    return body.error ? { error: body.error } : { paymentIntent: body }
  } catch (error) {
    if (error instanceof IntegrationError) throw error
    return unreachable
  }
}

type PaymentElement = ReturnType<typeof newPaymentElement>
type Elements = ReturnType<typeof newElements>

function newElements(publishableKey: string, given: Partial<StripeElementsOptionsMode>) {
  checkOptions(given)
  let options = { ...given }
  let element: PaymentElement | undefined
  const elements = {
    isSubmitted: false,
    options: () => options,
    payment: () => element,
    create: (type: string) => {
      if (type !== 'payment') throw new IntegrationError(`A valid Element name must be provided, not ${type}.`)
      if (element) throw new IntegrationError('Can only create one Element of type payment.')
      element = newPaymentElement(publishableKey, () => options)
      const { destroy } = element
      element.destroy = () => {
        destroy()
        element = undefined
      }
      return element
    },
    getElement: () => element ?? null,
    update: (more: Partial<StripeElementsOptionsMode>) => {
      checkOptions(more)
      options = { ...options, ...more } as typeof options
      elements.isSubmitted = false
      element?.look()
    },
    submit: async () => {
      if (!element) throw new IntegrationError('There is no Payment Element to submit.')
      const answer = await element.call({ type: 'submit' })
      elements.isSubmitted = !answer.error
      return answer
    },
    fetchUpdates: async () => ({}),
  }
  return elements
}

function Stripe(publishableKey: string) {
  if (!/^pk_/.test(publishableKey)) throw new IntegrationError('Invalid value for Stripe(): use a publishable key.')
  return {
    elements: (options: Partial<StripeElementsOptionsMode>) => newElements(publishableKey, options),
    confirmPayment: async (wish: {
      elements: Elements
      clientSecret: string
      confirmParams?: { return_url?: string }
      redirect?: 'always' | 'if_required'
    }): Promise<StripeApiAnswer> => {
      const { elements, clientSecret, confirmParams, redirect = 'always' } = wish
      const id = idOf(clientSecret)
      const returnUrl = confirmParams?.return_url ?? ''
      if (!URL.canParse(returnUrl))
        throw new IntegrationError('stripe.confirmPayment(): return_url must be an address.')
      if (!elements.isSubmitted)
        throw new IntegrationError('elements.submit() must be called before stripe.confirmPayment().')
      const differs = await differenceOf(elements, clientSecret)
      if (differs) return differs
      elements.isSubmitted = false
      const element = elements.payment()
      if (!element) throw new IntegrationError('There is no Payment Element to confirm with.')
      let answer = await element.call({ type: 'confirm', clientSecret, returnUrl })
      if (answer.paymentIntent?.status === 'requires_action') {
        await askAtBank(id, clientSecret, publishableKey)
        answer = await read(clientSecret, publishableKey)
        const { last_payment_error: error } = answer.paymentIntent ?? {}
        if (error) answer = { error: error as NonNullable<StripeApiAnswer['error']> }
      }
      if (!answer.error && redirect === 'always') location.assign(returnUrl)
      return answer
    },
    retrievePaymentIntent: (clientSecret: string) => read(clientSecret, publishableKey),
    _registerWrapper: () => {},
  }

  /** Returns an error when the elements were created for another payment than the one that is being confirmed. */
  async function differenceOf(elements: Elements, clientSecret: string): Promise<StripeApiAnswer | undefined> {
    const { paymentIntent, error } = await read(clientSecret, publishableKey)
    if (error) return { error }
    const { amount, currency, captureMethod = 'automatic' } = elements.options() as Record<string, unknown>
    const isManual = (method: unknown) => method === 'manual'
    if (paymentIntent?.amount === amount && paymentIntent?.currency === currency)
      if (isManual(paymentIntent?.capture_method) === isManual(captureMethod)) return undefined
    const message = 'The amount, currency or capture method of the PaymentIntent does not match those of Elements.'
    return { error: { type: 'invalid_request_error', message } }
  }
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) })
