import { useEffect, useState } from 'react'
import type { guestCheckout } from '#contract/accounts.ts'
import type { Reply } from '#contract/endpoint.ts'
import { errors as refusals } from '#contract/errors.ts'
import type { Kitchen } from '#contract/menu.ts'
import { paymentMethods } from '#contract/menu-words.ts'
import { formatMoney } from '#contract/money.ts'
import type { Quote } from '#contract/ordering.ts'
import { NOTE_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { quoteOf } from '#contract/quote.ts'
import { apiFetch, FetchFailed, json } from '../../kit/api.ts'
import { Field } from '../../kit/field.tsx'
import { fieldProblems } from '../../kit/field-problems.ts'
import { FormProblem } from '../../kit/form-problem.tsx'
import { useGo } from '../../kit/go.ts'
import { useSession } from '../../kit/session.ts'
import { SubmitButton } from '../../kit/submit-button.tsx'
import { holdWork, releaseWork } from '../../kit/unsent-work.ts'
import { useForm, type Values } from '../../kit/use-form.ts'
import { usualService } from '../kitchen-words.ts'
import { useOrder } from '../order-store.ts'
import { trackOrder } from '../tracked-orders.ts'
import type { Cart } from '../use-cart.ts'
import { AddressPart } from './address.tsx'
import { Customer } from './customer.tsx'
import { type PlaceBody, useCheckoutDraft } from './draft.ts'
import { isUnanswered, place } from './place.ts'
import { ServicePart } from './service.tsx'
import { Summary } from './summary.tsx'
import { Choice, usualSlot, When } from './when.tsx'

interface CheckoutFormProps {
  kitchen: Kitchen
  cart: Cart
  now: number
  /** Asks for the kitchen anew. */
  refresh: () => void
}

const NO_ANSWER =
  'No answer came, so it is not known whether your order has arrived. Send it again: it is placed once at most.'

/** Everything that an order needs beside its lines. What is filled in is kept until the order is placed. */
export function CheckoutForm({ kitchen, cart, now, refresh }: CheckoutFormProps) {
  const { terms } = kitchen
  const go = useGo()
  const user = useSession((session) => session.user)
  const { address, referral, setReferral } = useOrder()
  const { draft, change, keepUnanswered, forget } = useCheckoutDraft(terms.vId)
  const [changed, setChanged] = useState<{ before: number; quote: Quote } | null>(null)
  const chosen = draft.service && terms.services.includes(draft.service) ? draft.service : usualService(terms)
  const slotAt = draft.slotAt ?? usualSlot(kitchen, chosen, now)
  const wanted = { service: chosen, slotAt, postcode: address.postcode, lines: cart.lines }
  const quote = quoteOf(kitchen, wanted, now)
  const isLocked = draft.unanswered !== null

  const form = useForm({ check: isLocked ? () => ({}) : check, send, offline: NO_ANSWER })
  const isHeld = form.busy || isLocked

  useEffect(() => {
    if (!isHeld) return
    holdWork('order')
    return () => releaseWork('order')
  }, [isHeld])

  function check(values: Values) {
    const { name = '', email = '', note = '' } = values
    const found: Partial<Record<string, string | undefined>> = {
      note: [...note.trim()].length > NOTE_LENGTH_MAX ? refusals.note_too_long.message : undefined,
    }
    if (!user) {
      const incomplete = refusals.guest_incomplete.message
      if (!name.trim()) found.name = incomplete
      else if (!email.trim()) found.email = incomplete
      else Object.assign(found, { name: fieldProblems.name(name), email: fieldProblems.email(email) })
    }
    if (chosen === 'delivery') {
      if (!values.address?.trim()) found.address = 'Enter the street and the number.'
      if (!values.city?.trim()) found.city = 'Enter the town.'
      if (!values.postcode?.trim()) found.postcode = 'Enter the postcode.'
    }
    const [problem] = quote.problems
    if (!Object.values(found).some(Boolean) && problem) found.order = problem.message
    return found as Partial<Record<string, string>>
  }

  async function send() {
    setChanged(null)
    if (!draft.unanswered && !user) await letGuestIn(draft)
    const body = draft.unanswered ?? newOrder()
    keepUnanswered(body)
    try {
      const outcome = await place(body)
      if ('changed' in outcome) {
        keepUnanswered(null)
        setChanged({ before: body.total, quote: outcome.changed })
        refresh()
        return
      }
      const { order, trackingToken } = outcome.placed
      const { placed, clearVendor } = useOrder.getState()
      // A reader finds it by logging in: their orders are nothing for who comes after them at this computer.
      if (order.customer.guest) trackOrder({ orderId: order.orderId, token: trackingToken })
      placed(order)
      forget()
      await go(`/orders/${order.orderId}`)
      clearVendor(terms.vId)
    } catch (error) {
      if (!isUnanswered(error)) keepUnanswered(null)
      throw error
    }
  }

  const newOrder = (): PlaceBody => ({
    ...{ key: crypto.randomUUID(), vId: terms.vId, service: chosen, slotAt, total: quote.total },
    address: chosen === 'delivery' ? address : null,
    lines: cart.lines.map(({ itemId, quantity, options, dietaryRequirements }) => ({
      ...{ itemId, quantity, options, dietaryRequirements },
    })),
    ...{ payment: draft.payment, phone: draft.phone, note: draft.note, referral },
  })

  return (
    <form className="checkout" aria-label="Checkout" {...form.props}>
      <fieldset className="checkout-fields" disabled={isLocked}>
        <legend className="visually-hidden">What the kitchen needs to know</legend>
        <ServicePart terms={terms} service={chosen} onChoose={(service) => change({ service, slotAt: null })} />
        <When kitchen={kitchen} service={chosen} now={now} slotAt={slotAt} onChoose={(slotAt) => change({ slotAt })} />
        {chosen === 'delivery' && <AddressPart terms={terms} problems={quote.problems} errors={form.errors} />}
        <Customer draft={draft} change={change} errors={form.errors} />
        <fieldset className="checkout-part">
          <legend>How you pay</legend>
          {paymentMethods.map((method) => (
            <Choice
              key={method}
              name="payment"
              checked={draft.payment === method}
              onChoose={() => change({ payment: method })}
              words={paymentWords[method]}
              more={chosen === 'delivery' ? 'At the door' : 'When you pick it up'}
            />
          ))}
        </fieldset>
        <fieldset className="checkout-part">
          <legend>Anything else</legend>
          <div className="field">
            <label htmlFor="checkout-note">Note for the kitchen, if you like</label>
            <textarea
              id="checkout-note"
              name="note"
              rows={3}
              value={draft.note}
              onChange={(event) => change({ note: event.target.value })}
              aria-describedby="checkout-note-hint"
              aria-invalid={form.errors.note ? true : undefined}
            />
            {form.errors.note && <p className="field-error">{form.errors.note}</p>}
            <p className="field-hint" id="checkout-note-hint">
              {NOTE_LENGTH_MAX - [...draft.note].length} characters left. What you must not eat belongs to each dish, so
              that the kitchen has to confirm it.
            </p>
          </div>
          <Field
            id="checkout-referral"
            name="referral"
            label="How did you hear of us, if you like"
            maxLength={200}
            value={referral}
            onChange={(event) => setReferral(event.target.value)}
          />
        </fieldset>
      </fieldset>
      <div className="checkout-side">
        <Summary slug={terms.slug} cart={cart} quote={quote} />
        <div role="alert">{changed && <Changed {...changed} currency={quote.currency} />}</div>
        <FormProblem problem={form.problem ?? (form.errors.order ? { message: form.errors.order } : null)} />
        {isLocked && !form.busy && !form.problem && <p className="form-problem">{NO_ANSWER}</p>}
        <SubmitButton busy={form.busy} busyWords="Placing your order …">
          {isLocked ? 'Send the order again' : `Place order, ${formatMoney(quote.total, quote.currency)}`}
        </SubmitButton>
      </div>
    </form>
  )
}

const paymentWords = { cash: 'In cash', card_machine: 'By card', card: 'Now, by card' } as const

/** What the kitchen has changed since the customer looked. */
function Changed({ before, quote, currency }: { before: number; quote: Quote; currency: string }) {
  const prices =
    quote.total === before
      ? 'The total is the same.'
      : `The total is ${formatMoney(quote.total, currency)} now; it was ${formatMoney(before, currency)}.`
  return (
    <p className="checkout-changed">
      Something has changed since you looked, so nothing has been placed. {prices} Check your order and place it again.
    </p>
  )
}

/** S7.07, S8.03. @throws {FetchFailed} for a refusal, and what fetch throws */
async function letGuestIn({ name, email }: { name: string; email: string }): Promise<void> {
  try {
    const response = await apiFetch('/auth/guestcheckout', json('POST', { name, email }))
    if (!response.ok) throw new FetchFailed(response)
    const { token, refreshToken }: Reply<typeof guestCheckout> = await response.json()
    await useSession.getState().loggedIn({ accessToken: token, refreshToken })
  } catch (error) {
    console.info('Guest login failed', error)
    throw error
  }
}
