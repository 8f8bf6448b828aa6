import type { Appearance, Stripe, StripeElements, StripeError, StripePaymentElement } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { toProviderAmount } from '#contract/card-amounts.ts'
import { dayColours, nightColours } from '#contract/site-colours.ts'
import { callAll, listen } from '../../../device/listen.ts'
import { getSiteOrigin } from '../../../device/native.ts'
import { getReducedMotionQuery } from '../../../device/reduced-motion.ts'
import { onThemeChange, readTheme } from '../../../device/theme.ts'
import { blockAutomaticReload, unblockAutomaticReload } from '../../../forms/automatic-reload.ts'
import { loadCardProvider } from '../../../kit/card-payments.ts'
import { reportError } from '../../../kit/report-error.ts'
import { useOrderStore } from '../cart/order-store.ts'

/** The amount to charge to a card, and when. */
export interface CardCharge {
  /** The amount in minor units of the currency. `currencyDigits` is the number of decimal digits. */
  amount: number
  currency: string
  currencyDigits: number
  /**
   * True when the card is charged as soon as the order is placed; false when it is charged when the kitchen accepts the
   * order.
   */
  chargedAtOnce: boolean
}

/** The result of a payment, as far as the browser knows it. Only the server knows the final result. */
export type PaymentResult =
  /** The provider has received the payment. */
  | { state: 'sent' }
  /** Nothing was paid. */
  | { state: 'refused'; reason: string }
  /** No response arrived, so the card may have been charged. */
  | { state: 'unknown' }

export type CardFieldsHandle = ReturnType<typeof useCardFields>

/**
 * Shows the fields for a card (Stripe's Payment Element) in the colours of the site. While they are shown, a new
 * version of the site is not loaded, because a reload would empty the fields.
 * @param charge null shows no fields
 */
export function useCardFields(charge: CardCharge | null) {
  const container = useRef<HTMLDivElement>(null)
  const open = useRef<{ stripe: Stripe; elements: StripeElements; card: StripePaymentElement }>(null)
  const latest = useRef(charge)
  latest.current = charge
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const currency = charge?.currency ?? null
  const amount = charge?.amount
  const chargedAtOnce = charge?.chargedAtOnce

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attempt` loads the fields again.
  useEffect(() => {
    if (currency === null) return
    let current = true
    const changeState = (next: typeof state) => current && setState(next)
    changeState('loading')
    loadCardProvider()
      .then((stripe) => {
        if (!current) return
        if (!stripe || !container.current || !latest.current) return changeState('failed')
        const elements = stripe.elements({
          mode: 'payment',
          currency: currency.toLowerCase(),
          allowedPaymentMethodTypes: ['card'],
          appearance: getAppearance(),
          ...changeableOptions(latest.current),
        })
        const card = elements.create('payment', { layout: 'tabs' })
        card.on('ready', () => changeState('ready'))
        card.on('loaderror', () => changeState('failed'))
        card.mount(container.current)
        open.current = { stripe, elements, card }
      })
      .catch(() => changeState('failed'))
    const endAppearance = onAppearanceChange(() => {
      open.current?.elements.update({ appearance: getAppearance() })
    })
    blockAutomaticReload('card')
    return () => {
      current = false
      endAppearance()
      unblockAutomaticReload('card')
      open.current?.card.destroy()
      open.current = null
    }
  }, [currency, attempt])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only these two parts of a charge can change.
  useEffect(() => {
    if (latest.current) open.current?.elements.update(changeableOptions(latest.current))
  }, [amount, chargedAtOnce])

  return {
    container,
    state,
    reload: () => setAttempt((last) => last + 1),
    /** Validates the fields, and focuses an incomplete field. @returns the problem; empty when there is none */
    submit: async (): Promise<string> => {
      if (!open.current || state !== 'ready') return NOT_READY
      const { error } = await open.current.elements.submit()
      if (error) open.current?.card.focus()
      return error ? (error.message ?? INCOMPLETE) : ''
    },
    /** Pays an order. The customer may have to visit the page of the bank and return. */
    confirm: async (
      orderId: string,
      payment: { clientSecret: string; chargedAtOnce: boolean },
    ): Promise<PaymentResult> => {
      if (!open.current) return { state: 'unknown' }
      const { stripe, elements } = open.current
      const { setPaymentSent } = useOrderStore.getState()
      // Stored before the payment, because the bank's page may replace this page (S3.02).
      setPaymentSent(orderId, true)
      try {
        // If the server and the browser disagree about whether the card is charged at once, the decision of the server
        // counts.
        if (latest.current && payment.chargedAtOnce !== latest.current.chargedAtOnce) {
          elements.update(changeableOptions({ ...latest.current, chargedAtOnce: payment.chargedAtOnce }))
          await elements.submit()
        }
        const { error } = await stripe.confirmPayment({
          elements,
          clientSecret: payment.clientSecret,
          redirect: 'if_required' as const,
          confirmParams: { return_url: `${getSiteOrigin()}/orders/${orderId}` },
        })
        const result: PaymentResult = error ? toPaymentResult(error) : { state: 'sent' }
        if (result.state === 'refused') setPaymentSent(orderId, false)
        return result
      } catch (error) {
        // The provider's script throws only when it is called incorrectly.
        reportError(error)
        return { state: 'unknown' }
      }
    },
  }
}

/**
 * Calls `onBack` when the browser restores this page from its back-forward cache, after the customer has left the
 * bank's page. The restored page would otherwise wait for a response that never arrives.
 */
export function useBfcacheRestore(onBack: () => void): void {
  useEffect(() => {
    return listen(window, 'pageshow', ({ persisted }: PageTransitionEvent) => persisted && onBack())
  })
}

/** Returns the options of the card fields that can change while the fields are open. */
const changeableOptions = ({ amount, chargedAtOnce, ...unit }: CardCharge) => ({
  amount: toProviderAmount(amount, unit) ?? amount,
  captureMethod: chargedAtOnce ? ('automatic' as const) : ('manual' as const),
})

/**
 * Converts an error of the provider to a result. Only invalid input and a refusal by the card or its bank prove that
 * nothing was paid.
 * https://docs.stripe.com/api/errors
 */
function toPaymentResult({ type, code, message }: StripeError): PaymentResult {
  const isRefused =
    type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure'
  return isRefused ? { state: 'refused', reason: message ?? INCOMPLETE } : { state: 'unknown' }
}

const NOT_READY = 'The fields for your card are not there yet. Wait a moment, or choose another way to pay.'
const INCOMPLETE = 'Something is missing or wrong in what you entered for your card. Check it and try again.'

/**
 * Returns the appearance of the provider's fields, with the colours of the current theme. The fields are in a frame,
 * which cannot read the style sheets of the page.
 */
function getAppearance(): Appearance {
  const isNight = readTheme() === 'night'
  const { ink, link, behind, soft, raised, control } = isNight ? nightColours : dayColours
  return {
    theme: isNight ? 'night' : 'stripe',
    disableAnimations: getReducedMotionQuery().matches,
    variables: {
      colorPrimary: link,
      colorBackground: raised,
      colorText: ink,
      colorTextSecondary: soft,
      colorTextPlaceholder: soft,
      colorDanger: behind,
      fontFamily: 'Figtree, system-ui, sans-serif',
      fontSizeBase: '18px',
      fontSizeSm: '16px',
      borderRadius: '13px',
      spacingUnit: '4px',
      gridRowSpacing: '14px',
    },
    rules: {
      '.Label': { color: ink, fontWeight: '600', fontSize: '16px', lineHeight: '1.5' },
      '.Input': { border: `1px solid ${control}`, boxShadow: 'none', padding: '12px 15px', lineHeight: '1.5' },
      '.Input:hover': { borderColor: ink },
      '.Input:focus': { borderColor: link, boxShadow: `0 0 0 2px ${link}` },
      '.Input--invalid': { borderColor: behind, boxShadow: `inset 0 0 0 1px ${behind}` },
      '.Error': { fontSize: '16px' },
    },
  }
}

/** Calls `listener` when the theme or the preference for reduced motion changes. @returns a function that stops this */
const onAppearanceChange = (listener: () => void): (() => void) =>
  callAll(onThemeChange(listener), listen(getReducedMotionQuery(), 'change', listener))
