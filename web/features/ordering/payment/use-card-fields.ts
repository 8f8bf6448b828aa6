import type { Stripe, StripeElements, StripeError, StripePaymentElement } from '@stripe/stripe-js'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { toProviderAmount } from '#contract/card-amounts.ts'
import { siteOrigin } from '../../../device/native.ts'
import { holdWork, releaseWork } from '../../../forms/unsent-work.ts'
import { cardProvider } from '../../../kit/card-payments.ts'
import { reportError } from '../../../kit/report-error.ts'
import { useOrder } from '../cart/order-store.ts'
import { appearanceOf, onNewLook } from './appearance.ts'

/** What is to be paid. */
export interface CardWish {
  /** With these digits. */
  amount: number
  /** ISO 4217. */
  currency: string
  currencyDigits: number
  /** Whether the card is charged when the order is placed, not when the kitchen accepts it. */
  chargedAtOnce: boolean
}

/** What the browser knows of a payment that it has sent; what has become of it, the server says. */
export type Confirmed =
  /** The provider has taken it. */
  | { is: 'sent' }
  /** It was not made; why, in words. */
  | { is: 'refused'; words: string }
  /** No answer came. */
  | { is: 'unknown' }

/** The provider's fields for a card, and what is done with what is typed there. */
export interface CardFields {
  place: RefObject<HTMLDivElement | null>
  state: 'loading' | 'ready' | 'failed'
  /** Loads them anew. */
  again: () => void
  /** Checks what is filled in, and goes to it where something is missing. @returns what is wrong, in words; empty when nothing is */
  submit: () => Promise<string>
  /** Pays an order, which may take the customer to their bank and back. */
  confirm: (orderId: string, payment: { clientSecret: string; chargedAtOnce: boolean }) => Promise<Confirmed>
}

/**
 * The fields for a card (Stripe's Payment Element), in the look of the site. While they are there, a new version of the site
 * waits: a reload would empty them.
 * @param wish null for none
 */
export function useCardFields(wish: CardWish | null): CardFields {
  const place = useRef<HTMLDivElement>(null)
  const open = useRef<{ stripe: Stripe; elements: StripeElements; card: StripePaymentElement }>(null)
  const latest = useRef(wish)
  latest.current = wish
  const [state, setState] = useState<CardFields['state']>('loading')
  const [turn, setTurn] = useState(0)
  const currency = wish?.currency ?? null
  const amount = wish?.amount
  const chargedAtOnce = wish?.chargedAtOnce

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn loads the same again.
  useEffect(() => {
    if (currency === null) return
    let current = true
    const become = (next: CardFields['state']) => current && setState(next)
    become('loading')
    cardProvider()
      .then((stripe) => {
        if (!current) return
        if (!stripe || !place.current || !latest.current) return become('failed')
        const elements = stripe.elements({
          mode: 'payment',
          currency: currency.toLowerCase(),
          allowedPaymentMethodTypes: ['card'],
          appearance: appearanceOf(place.current),
          ...changing(latest.current),
        })
        const card = elements.create('payment', { layout: 'tabs' })
        card.on('ready', () => become('ready'))
        card.on('loaderror', () => become('failed'))
        card.mount(place.current)
        open.current = { stripe, elements, card }
      })
      .catch(() => become('failed'))
    const endLook = onNewLook(() => {
      if (place.current) open.current?.elements.update({ appearance: appearanceOf(place.current) })
    })
    holdWork('card')
    return () => {
      current = false
      endLook()
      releaseWork('card')
      open.current?.card.destroy()
      open.current = null
    }
  }, [currency, turn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about what of the wish may change.
  useEffect(() => {
    if (latest.current) open.current?.elements.update(changing(latest.current))
  }, [amount, chargedAtOnce])

  return {
    place,
    state,
    again: () => setTurn((last) => last + 1),
    submit: async () => {
      if (!open.current || state !== 'ready') return NOT_READY
      const { error } = await open.current.elements.submit()
      if (error) open.current?.card.focus()
      return error ? (error.message ?? INCOMPLETE) : ''
    },
    confirm: async (orderId, payment) => {
      if (!open.current) return { is: 'unknown' }
      const { stripe, elements } = open.current
      const { setPaymentSent } = useOrder.getState()
      // Before it is, as the bank may take this page away (S3.02).
      setPaymentSent(orderId, true)
      try {
        // It was not yet known how the server would have it.
        if (latest.current && payment.chargedAtOnce !== latest.current.chargedAtOnce) {
          elements.update(changing({ ...latest.current, chargedAtOnce: payment.chargedAtOnce }))
          await elements.submit()
        }
        const { error } = await stripe.confirmPayment({
          elements,
          clientSecret: payment.clientSecret,
          redirect: 'if_required' as const,
          confirmParams: { return_url: `${siteOrigin()}/orders/${orderId}` },
        })
        const outcome: Confirmed = error ? outcomeOf(error) : { is: 'sent' }
        if (outcome.is === 'refused') setPaymentSent(orderId, false)
        return outcome
      } catch (error) {
        // The provider's script throws where it was used in a way that it does not know: that is a mistake of ours.
        reportError(error)
        return { is: 'unknown' }
      }
    },
  }
}

/** What of a payment may be another one while the fields are open. */
const changing = ({ amount, chargedAtOnce, ...unit }: CardWish) => ({
  amount: toProviderAmount(amount, unit) ?? amount,
  captureMethod: chargedAtOnce ? ('automatic' as const) : ('manual' as const),
})

/** Only what the card or its bank has refused is sure not to have been paid. https://docs.stripe.com/api/errors */
function outcomeOf({ type, code, message }: StripeError): Confirmed {
  const isRefused =
    type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure'
  return isRefused ? { is: 'refused', words: message ?? INCOMPLETE } : { is: 'unknown' }
}

const NOT_READY = 'The fields for your card are not there yet. Wait a moment, or choose another way to pay.'
const INCOMPLETE = 'Something is missing or wrong in what you entered for your card. Check it and try again.'
