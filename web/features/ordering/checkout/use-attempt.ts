import { use, useEffect, useRef, useState } from 'react'
import type { Order, Quote } from '#contract/ordering.ts'
import { letGuestIn } from '../../../api/guest-login.ts'
import { useSession } from '../../../api/session.ts'
import { holdWork, releaseWork } from '../../../forms/unsent-work.ts'
import { NavigationContext, useGo } from '../../../kit/go.ts'
import { useOrder } from '../cart/order-store.ts'
import { fetchPayment } from '../orders/ask-order.ts'
import { rememberSent } from '../payment/sent-payments.ts'
import { rememberUnpaid } from '../payment/unpaid-orders.ts'
import { type CardWish, type Confirmed, useCardFields } from '../payment/use-card-fields.ts'
import { trackOrder } from '../tracked-orders.ts'
import type { PlaceBody, useCheckoutDraft } from './draft.ts'
import { isUnanswered, place } from './place.ts'

interface AttemptOptions {
  checkout: ReturnType<typeof useCheckoutDraft>
  /** What a card is to pay; null where it is not to be paid by card. */
  wish: CardWish | null
  /** The order as it is filled in now. */
  newOrder: () => PlaceBody
  /** Asks for the kitchen anew. */
  refresh: () => void
}

/**
 * Places an order and pays it. Whatever happens once it is there (a refused card, a bank that asks, a network that is lost)
 * goes on at the page of the order, so that it is placed once.
 */
export function useAttempt({ checkout, wish, newOrder, refresh }: AttemptOptions) {
  const { draft, keepUnanswered, forget } = checkout
  const go = useGo()
  const { load } = use(NavigationContext)
  const user = useSession((session) => session.user)
  const [changed, setChanged] = useState<{ before: number; quote: Quote } | null>(null)
  const [refused, setRefused] = useState('')
  const [isSending, setSending] = useState(false)
  const paying = useRef<string>(null)
  // What is sent again after all is paid at the page of its order.
  const card = useCardFields(isSending || !draft.unanswered ? wish : null)

  useEffect(() => {
    // Back from the bank, the browser may bring the page as it was left: waiting for an answer that went elsewhere.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted && paying.current) go(`/orders/${paying.current}`)
    }
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  })

  /** @throws {FetchFailed} for a refusal, and what fetch throws */
  async function send() {
    setSending(true)
    setChanged(null)
    setRefused('')
    await attempt().finally(() => setSending(false))
  }

  async function attempt() {
    const again = draft.unanswered
    const body = again ?? newOrder()
    const byCard = !again && body.payment === 'card'
    if (byCard) {
      // First of all, as wallets open only when somebody has just pressed something.
      const wrong = await card.submit()
      if (wrong) return setRefused(wrong)
      // What is shown next must not depend on a network that may be lost meanwhile.
      await load(`/orders/${body.key}`).catch(() => {})
    }
    if (!again && !user) await letGuestIn(draft)
    const outcome = await placeOnce(body)
    if ('changed' in outcome) {
      setChanged({ before: body.total, quote: outcome.changed })
      refresh()
      return
    }
    const { order, trackingToken } = outcome.placed
    const { placed, clear } = useOrder.getState()
    // A reader finds it by logging in: their orders are nothing for who comes after them at this computer.
    const token = order.customer.guest ? trackingToken : null
    if (token) trackOrder({ orderId: order.orderId, token })
    placed(order)
    if (order.state !== 'awaiting_payment') {
      forget()
      await go(`/orders/${order.orderId}`)
      // Not before the checkout has gone, which would begin another order at the kitchen.
      return clear(body.vId)
    }
    rememberUnpaid({ orderId: order.orderId, vId: body.vId })
    keepUnanswered(null)
    if (byCard) await pay(order, token)
    await go(`/orders/${order.orderId}`)
  }

  /** Keeps what is sent until it is answered, so that it can be sent again. */
  async function placeOnce(body: PlaceBody) {
    keepUnanswered(body)
    try {
      const outcome = await place(body)
      if ('changed' in outcome) keepUnanswered(null)
      return outcome
    } catch (error) {
      if (!isUnanswered(error)) keepUnanswered(null)
      throw error
    }
  }

  /** What becomes of it is found out at the page of the order. */
  async function pay(order: Order, token: string | null) {
    paying.current = order.orderId
    holdWork('payment')
    try {
      const payment = await fetchPayment(order.orderId, token).catch(() => null)
      const secret = payment?.clientSecret
      if (!payment || !secret) return
      const confirmed: Confirmed = await card.confirm(order.orderId, { ...payment, clientSecret: secret })
      rememberSent({ order: payment.order, confirmed })
    } finally {
      releaseWork('payment')
      paying.current = null
    }
  }

  return {
    send,
    /** The fields for the card. */
    card,
    /** What the kitchen has changed since the customer looked. */
    changed,
    /** What is wrong with the card, in words; empty when nothing is. */
    refused,
  }
}
