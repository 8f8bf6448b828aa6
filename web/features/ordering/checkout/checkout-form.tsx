import { useEffect } from 'react'
import type { Kitchen } from '#contract/menu.ts'
import { formatMoney, resolveMoneyUnit } from '#contract/money.ts'
import { calculateAcceptBy } from '#contract/opening-hours.ts'
import type { Quote } from '#contract/ordering.ts'
import { CARD_AUTHORISATION_MS } from '#contract/ordering-limits.ts'
import { calculateQuote } from '#contract/quote.ts'
import { useSession } from '../../../api/session.ts'
import { holdWork, releaseWork } from '../../../forms/unsent-work.ts'
import { useForm } from '../../../forms/use-form.ts'
import { useTakesCards } from '../../../kit/card-payments.ts'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useOrder } from '../cart/order-store.ts'
import type { Cart } from '../cart/use-cart.ts'
import { usualService } from '../kitchen-words.ts'
import { UnpaidNotice } from '../payment/unpaid-notice.tsx'
import { AddressPart } from './address.tsx'
import { AnythingElse } from './anything-else.tsx'
import { checkoutProblems } from './check.ts'
import { Customer } from './customer.tsx'
import { type PlaceBody, useCheckoutDraft } from './draft.ts'
import { methodOf, Payment } from './payment.tsx'
import { ServicePart } from './service.tsx'
import { Summary } from './summary.tsx'
import { useAttempt } from './use-attempt.ts'
import { usualSlot, When } from './when.tsx'

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
  const { vId } = terms
  const user = useSession((session) => session.user)
  const { address, referral } = useOrder()
  const checkout = useCheckoutDraft(vId)
  const { draft, change } = checkout
  const service = draft.service && terms.services.includes(draft.service) ? draft.service : usualService(terms)
  const slotAt = draft.slotAt ?? usualSlot(kitchen, service, now)
  const quote = calculateQuote(kitchen, { service, slotAt, postcode: address.postcode, lines: cart.lines }, now)
  const { total, currency } = quote
  const takesCards = useTakesCards()
  const method = methodOf(draft.payment, { takesCards, total, currency })
  const chargedAtOnce = calculateAcceptBy(terms, service, now) - now > CARD_AUTHORISATION_MS
  const isLocked = draft.unanswered !== null
  const wish = method === 'card' ? { amount: total, ...resolveMoneyUnit(currency), chargedAtOnce } : null
  const { send, card, changed, refused } = useAttempt({ checkout, wish, newOrder, refresh })

  const form = useForm({
    check: (values) => (isLocked ? {} : checkoutProblems(values, { isGuest: !user, service, quote })),
    send,
    offline: NO_ANSWER,
  })
  const isHeld = form.busy || isLocked

  useEffect(() => {
    if (!isHeld) return
    holdWork('order')
    return () => releaseWork('order')
  }, [isHeld])

  function newOrder(): PlaceBody {
    return {
      key: crypto.randomUUID(),
      vId,
      service,
      slotAt,
      total,
      payment: method,
      address: service === 'delivery' ? address : null,
      lines: cart.lines.map(({ itemId, quantity, options, dietaryRequirements }) => ({
        itemId,
        quantity,
        options,
        dietaryRequirements,
      })),
      phone: draft.phone,
      note: draft.note,
      referral,
    }
  }

  const price = formatMoney(total, currency)
  const problem = refused || (form.errors.order && quote.problems[0]?.message)
  return (
    <form className="split checkout" aria-label="Checkout" {...form.props}>
      <UnpaidNotice vId={vId} now={now} />
      <fieldset className="stack checkout-fields" disabled={isHeld}>
        <legend className="visually-hidden">What the kitchen needs to know</legend>
        <ServicePart terms={terms} service={service} onChoose={(service) => change({ service, slotAt: null })} />
        <When kitchen={kitchen} service={service} now={now} slotAt={slotAt} onChoose={(slotAt) => change({ slotAt })} />
        {service === 'delivery' && <AddressPart terms={terms} problems={quote.problems} errors={form.errors} />}
        <Customer draft={draft} change={change} errors={form.errors} />
        <AnythingElse note={draft.note} onNote={(note) => change({ note })} error={form.errors.note} />
        <Payment
          {...{ service, method, total, currency, chargedAtOnce }}
          onChoose={(payment) => change({ payment })}
          fields={card}
        />
      </fieldset>
      <div className="card checkout-side sticky-card" data-raised="">
        <Summary slug={terms.slug} cart={cart} quote={quote} />
        <div role="alert">{changed && <Changed {...changed} currency={currency} />}</div>
        <FormProblem problem={form.problem ?? (problem ? { message: problem } : null)} />
        {isLocked && !form.busy && !form.problem && <p className="form-problem">{NO_ANSWER}</p>}
        <SubmitButton busy={form.busy} busyWords={method === 'card' ? 'Placing and paying …' : 'Placing your order …'}>
          {isLocked
            ? 'Send the order again'
            : method === 'card'
              ? `Place order and pay ${price}`
              : `Place order, ${price}`}
        </SubmitButton>
      </div>
    </form>
  )
}

/** What the kitchen has changed since the customer looked. */
function Changed({ before, quote, currency }: { before: number; quote: Quote; currency: string }) {
  const prices =
    quote.total === before
      ? 'The total is the same.'
      : `The total is ${formatMoney(quote.total, currency)} now; it was ${formatMoney(before, currency)}.`
  return (
    <p className="note checkout-changed">
      Something has changed since you looked, so nothing has been placed. {prices} Check your order and place it again.
    </p>
  )
}
