import { use, useRef, useState } from 'react'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import { type Order, placeOrder, type Quote } from '#contract/ordering.ts'
import { beginOrRefreshPayment } from '#contract/payments.ts'
import { authFetch, FailedResponseError } from '../../../api/api.ts'
import { logInGuest } from '../../../api/guest-login.ts'
import { ApiError, isFinalRefusalStatus } from '../../../api/problem.ts'
import { getTokenOwnerId, hasTokens } from '../../../api/tokens.ts'
import { blockAutomaticReload, unblockAutomaticReload } from '../../../forms/automatic-reload.ts'
import { NavigationContext } from '../../../kit/go.ts'
import { useOrderStore } from '../cart/order-store.ts'
import { callOrderEndpoint } from '../orders/order-calls.ts'
import { sentPaymentResultsByOrderId } from '../payment/sent-payments.ts'
import { type CardCharge, useBfcacheRestore, useCardFields } from '../payment/use-card-fields.ts'
import { clearOrderedCart, fingerprintCart, hasReachedKitchen, trackedOrders, unpaidOrders } from '../stored-orders.ts'
import type { PlaceOrderBody, useCheckoutDraft } from './draft.ts'

interface AttemptOptions {
  checkout: ReturnType<typeof useCheckoutDraft>
  /** The amount to charge to the card; null for other payment methods. */
  charge: CardCharge | null
  /** Returns the body of the order from the form, with a new idempotency key. */
  createOrder: () => PlaceOrderBody
  refetch: () => void
}

/**
 * Places an order and pays it. Once the order is placed, the customer continues on the page of the order, even when the
 * card was refused or the network was lost. In this way the order is placed only once.
 */
export function usePlaceAndPayOrder({ checkout, charge, createOrder, refetch }: AttemptOptions) {
  const { draft, change, clear: clearCheckout } = checkout
  const { load, go } = use(NavigationContext)
  const [changedQuote, setChangedQuote] = useState<{ before: number; quote: Quote } | null>(null)
  const [cardProblem, setCardProblem] = useState('')
  /** Whether the card fields are needed, because the form is sent with a card. */
  const [isPaying, setIsPaying] = useState(false)
  const paidOrderId = useRef<string>(null)
  // If a request got no answer, the order may exist. Such an order is paid on its own page, so the checkout shows no
  // card fields for it.
  const hasCardFields = charge !== null && (isPaying || !draft.unanswered)
  const card = useCardFields(hasCardFields ? charge : null)

  useBfcacheRestore(() => {
    if (!paidOrderId.current) return
    // The call to the provider never ends, because this page was replaced by the page of the bank.
    unblockAutomaticReload('payment')
    go(`/orders/${paidOrderId.current}`)
  })

  /**
   * Places the order and pays it.
   * @throws the error of a call: {FailedResponseError} or {ApiError} for a refusal
   */
  async function send(): Promise<void> {
    try {
      await placeAndPay()
    } finally {
      setIsPaying(false)
    }
  }

  async function placeAndPay(): Promise<void> {
    setChangedQuote(null)
    setCardProblem('')
    const unanswered = draft.unanswered
    if (unanswered && !isLoggedInAs(draft.sender)) {
      change({ unanswered: null })
      throw new ApiError({ code: null, message: OTHER_SENDER }, 409)
    }
    const body = unanswered ?? createOrder()
    const isByCard = !unanswered && body.payment === 'card'
    if (isByCard) {
      // The card fields are submitted first, because wallets open only directly after a press.
      const problem = await card.submit()
      if (problem) return setCardProblem(problem)
      setIsPaying(true)
      // Loads the code of the next page before the payment, because the network may be lost during the payment.
      await load(`/orders/${body.key}`).catch(() => {})
    }
    if (!unanswered && !hasTokens()) await logInGuest(draft)
    const reply = await placeOnce(body)
    if (!reply) return
    const { order, trackingToken } = reply
    // The tokens of a logged-in reader's orders are not stored in the browser, because the next user of this computer
    // must not see the orders.
    const token = order.customer.guest ? trackingToken : null
    if (token) trackedOrders.add({ orderId: order.orderId, token })
    useOrderStore.getState().placed(order)
    change({ unanswered: null })
    const cart = fingerprintCart(body.lines)
    if (order.state === 'awaiting_payment') {
      unpaidOrders.add({ orderId: order.orderId, vId: body.vId, cart })
      if (isByCard) await pay(order, token)
    }
    await go(`/orders/${order.orderId}`)
    // Without a payment, the cart and the values of the checkout stay for another attempt.
    if (!hasReachedKitchen(order)) return
    clearCheckout()
    // The cart is cleared only after the checkout has been left, because the form would disappear with an empty cart.
    clearOrderedCart(body.vId, cart)
  }

  /**
   * Places the order. The order is stored until the response arrives, so that the same order can be sent again.
   * @returns null when nothing was placed, because the kitchen has changed its prices or terms
   */
  async function placeOnce(body: PlaceOrderBody): Promise<SuccessReplyBody<typeof placeOrder> | null> {
    change({ unanswered: body, sender: getTokenOwnerId() })
    try {
      const response = await authFetch(placeOrder, { body })
      if (!response?.ok) throw new FailedResponseError(response ?? new Response(null, { status: 401 }))
      return await response.json()
    } catch (error) {
      const refusal = error instanceof FailedResponseError ? error.response : null
      if (refusal && isNotPlaced(refusal)) change({ unanswered: null })
      const reply = refusal?.status === 409 ? await refusal.clone().json() : null
      if (reply?.code !== 'quote_changed') throw error
      setChangedQuote({ before: body.total, quote: reply.quote })
      refetch()
      return null
    }
  }

  /**
   * Returns whether a refusal means that the order was not placed. After a failure of the server, the order may have
   * been placed. A temporary refusal of a repeated request says nothing about the first request. If the session has
   * ended, the order counts as not placed, because nobody can repeat the request.
   */
  function isNotPlaced({ status }: Response): boolean {
    if (status >= 500) return false
    return !draft.unanswered || isFinalRefusalStatus(status) || (status === 401 && !hasTokens())
  }

  /** Pays a placed order. The page of the order then fetches the result. */
  async function pay(order: Order, token: string | null) {
    paidOrderId.current = order.orderId
    blockAutomaticReload('payment')
    try {
      const payment = await callOrderEndpoint(beginOrRefreshPayment, order.orderId, token).catch(() => null)
      const secret = payment?.clientSecret
      if (!payment || !secret) return
      const result = await card.confirm(order.orderId, { ...payment, clientSecret: secret })
      sentPaymentResultsByOrderId.set(order.orderId, { order: payment.order, result })
    } finally {
      unblockAutomaticReload('payment')
      paidOrderId.current = null
    }
  }

  return {
    send,
    card,
    hasCardFields,
    /** The new quote, and the total that the customer saw before. */
    changedQuote,
    /** The reason why the card cannot pay; empty without a problem. */
    cardProblem,
  }
}

/**
 * Returns whether an account is still logged in. An idempotency key is valid for one account only, so another account
 * would place the order a second time.
 * @param sender null when the account is unknown
 */
const isLoggedInAs = (sender: string | null): boolean =>
  sender === null || (hasTokens() && (getTokenOwnerId() ?? sender) === sender)

const OTHER_SENDER =
  'Your order was sent under another name, so it cannot be sent again. It may have arrived: look for a mail about it before you place a new one.'
