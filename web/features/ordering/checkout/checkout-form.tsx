import { useState } from 'react'
import { toLineKey } from '#contract/cart-line.ts'
import { errors } from '#contract/errors.ts'
import type { Kitchen, KitchenTerms } from '#contract/menu.ts'
import type { Service } from '#contract/menu-enums.ts'
import { formatMoney, resolveCurrencyAndDigits } from '#contract/money.ts'
import { calculateRejectionTime } from '#contract/opening-hours.ts'
import type { Quote } from '#contract/ordering.ts'
import { CARD_AUTHORISATION_MS, NOTE_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { calculateQuote } from '#contract/quote.ts'
import { createIdempotencyKey } from '../../../api/call-api.ts'
import { findGuestProblems } from '../../../api/guest-login.ts'
import { hasTokens } from '../../../api/tokens.ts'
import { countCharacters } from '../../../forms/field-problems.ts'
import { useAutomaticReloadBlocker } from '../../../forms/use-automatic-reload-blocker.ts'
import { type FormValues, useForm } from '../../../forms/use-form.ts'
import { hasProblems, type Problems } from '../../../forms/use-problems.ts'
import { useTakesCards } from '../../../kit/card-payments.ts'
import { Link } from '../../../kit/link.tsx'
import { FieldProblemsContext } from '../../../ui/form/field-frame.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { CartLineText, CartSums, OrderLevelProblems, PriceChanges } from '../cart/cart-parts.tsx'
import { useOrderStore } from '../cart/order-store.ts'
import type { Cart } from '../cart/use-cart.ts'
import { chooseDefaultService, describeDeliveryFee, parsePostcode } from '../kitchen-text.ts'
import { EarlierUnpaidOrderNotice } from '../payment/unpaid-notice.tsx'
import { AddressFields, CustomerFields, NoteAndReferralFields } from './customer-fields.tsx'
import { type CheckoutDraft, type PlaceOrderBody, useCheckoutDraft } from './draft.ts'
import { findDefaultOrderTime, OrderTimeChoice, RadioChoice } from './order-time-choice.tsx'
import { getUsablePaymentMethod, PaymentMethodChoice } from './payment.tsx'
import { usePlaceAndPayOrder } from './use-place-and-pay-order.ts'

interface CheckoutFormProps {
  kitchen: Kitchen
  cart: Cart
  now: number
  refetch: () => void
}

const NO_ANSWER =
  'No answer came, so it is not known whether your order has arrived. Send it again: it is placed once at most.'

/** The form of a checkout. The entered values are kept until the order is placed. */
export function CheckoutForm({ kitchen, cart, now, refetch }: CheckoutFormProps) {
  const { terms } = kitchen
  const { vId } = terms
  const { address, referral } = useOrderStore()
  const checkout = useCheckoutDraft(vId)
  const { draft, change } = checkout
  const service = draft.service && terms.services.includes(draft.service) ? draft.service : chooseDefaultService(terms)
  // The default time is calculated again only after a choice of the customer. Otherwise an order “as soon as possible”
  // could become an order for another day without the customer's choice.
  const [chosenAt, setChosenAt] = useState({ kitchen, now })
  const slotAt = draft.slotAt ?? findDefaultOrderTime(chosenAt.kitchen, service, chosenAt.now)
  const choose = (changes: Partial<CheckoutDraft>) => {
    setChosenAt({ kitchen, now })
    change(changes)
  }
  const quote = calculateQuote(kitchen, { service, slotAt, postcode: address.postcode, lines: cart.lines }, now)
  const { total, currency } = quote
  const method = getUsablePaymentMethod(draft.payment, useTakesCards(), quote)
  const chargedAtOnce = calculateRejectionTime(terms, service, now, quote.readyAt ?? now) - now > CARD_AUTHORISATION_MS
  const isLocked = draft.unanswered !== null
  const charge = method === 'card' ? { amount: total, ...resolveCurrencyAndDigits(currency), chargedAtOnce } : null
  const form = useForm({
    check: (values) => (isLocked ? {} : findCheckoutProblems(values, { isGuest: !hasTokens(), service, quote })),
    send: () => send(),
    offline: NO_ANSWER,
  })
  const { send, card, hasCardFields, changedQuote, cardProblem } = usePlaceAndPayOrder({
    checkout,
    charge,
    createOrder,
    refetch,
  })
  const isPending = form.busy || isLocked
  useAutomaticReloadBlocker('order', isPending)

  function createOrder(): PlaceOrderBody {
    return {
      key: createIdempotencyKey(),
      vId,
      service,
      slotAt,
      total,
      payment: method,
      address: service === 'delivery' ? address : null,
      lines: cart.lines.map(({ item: _, ...line }) => line),
      phone: draft.phone,
      note: draft.note,
      referral,
    }
  }

  const price = formatMoney(total, currency)
  const problem = cardProblem || (form.errors.order && quote.problems[0]?.message)
  return (
    <form className="split checkout needs-scripts" aria-label="Checkout" {...form.props}>
      <EarlierUnpaidOrderNotice kitchenId={vId} now={now} />
      <fieldset className="stack checkout-fields" disabled={isPending}>
        <legend className="visually-hidden">What the kitchen needs to know</legend>
        <ServicePart terms={terms} service={service} onChoose={(service) => choose({ service, slotAt: null })} />
        <OrderTimeChoice
          kitchen={kitchen}
          service={service}
          now={now}
          slotAt={slotAt}
          onChoose={(slotAt) => choose({ slotAt })}
        />
        <FieldProblemsContext value={form.errors}>
          {service === 'delivery' && <AddressFields terms={terms} problems={quote.problems} />}
          <CustomerFields draft={draft} change={change} />
          <NoteAndReferralFields draft={draft} change={change} />
        </FieldProblemsContext>
        <PaymentMethodChoice
          quote={quote}
          method={method}
          chargedAtOnce={chargedAtOnce}
          fields={hasCardFields ? card : null}
          onChoose={(payment) => change({ payment })}
        />
      </fieldset>
      <div className="card checkout-side sticky-card" data-raised="">
        <Summary slug={terms.slug} cart={cart} quote={quote} />
        <div role="alert">{changedQuote && <QuoteChange {...changedQuote} currency={currency} />}</div>
        <FormProblem problem={form.problem ?? (problem ? { message: problem } : null)} />
        {isLocked && !form.busy && !form.problem && <p className="form-problem">{NO_ANSWER}</p>}
        <SubmitButton busy={form.busy} busyText={method === 'card' ? 'Placing and paying …' : 'Placing your order …'}>
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

/**
 * Tells the customer that the kitchen has changed its prices or terms, and shows the new total.
 * @param before the total that the customer saw, in minor units
 */
function QuoteChange({ before, quote, currency }: { before: number; quote: Quote; currency: string }) {
  const totalText =
    quote.total === before
      ? 'The total is the same.'
      : `The total is ${formatMoney(quote.total, currency)} now; it was ${formatMoney(before, currency)}.`
  return (
    <p className="note checkout-changed">
      Something has changed since you looked, so nothing has been placed. {totalText} Check your order and place it
      again.
    </p>
  )
}

/** The choice between delivery and pickup, if the kitchen offers both. */
function ServicePart({
  terms,
  service,
  onChoose,
}: {
  terms: KitchenTerms
  service: Service
  onChoose: (service: Service) => void
}) {
  const postcode = useOrderStore((state) => parsePostcode(state.address.postcode))
  const labels = { delivery: 'Deliver it', pickup: 'I pick it up' } as const
  const hints = { delivery: describeDeliveryFee(terms, postcode), pickup: terms.place || undefined }
  return (
    <fieldset className="stack checkout-part">
      <legend>How it gets to you</legend>
      {terms.services.map((offered) => (
        <RadioChoice
          key={offered}
          name="service"
          checked={offered === service}
          onChange={() => onChoose(offered)}
          label={labels[offered]}
          hint={hints[offered]}
        />
      ))}
    </fieldset>
  )
}

function Summary({ slug, cart, quote }: { slug: string; cart: Cart; quote: Quote }) {
  const { currency } = quote
  const problems = quote.problems.filter(({ code, line }) => line === undefined && code !== 'outside_zones')
  const listLineProblems = (at: number) =>
    quote.problems.filter(({ line }) => line === at).map(({ message }) => message)
  return (
    <>
      <h2>Your order</h2>
      <div role="status">
        <PriceChanges cart={cart} />
      </div>
      <ul className="list cart-lines">
        {cart.lines.map((line, at) => (
          <li key={toLineKey(line)}>
            <CartLineText
              line={line}
              name={`${line.quantity} × ${line.item.name}`}
              currency={currency}
              problems={[...new Set([...(cart.notes[at] ?? []), ...listLineProblems(at)])]}
            />
          </li>
        ))}
      </ul>
      <Link className="tall-link" to={`/order/${slug}`}>
        Change the order
      </Link>
      <CartSums subtotal={quote.subtotal} currency={currency} quote={quote} />
      <OrderLevelProblems problems={problems} />
    </>
  )
}

/**
 * Returns the problems of a checkout, by field name. A problem of the whole order has the name `order`.
 * @param isGuest whether the customer orders as a guest
 */
function findCheckoutProblems(
  values: FormValues,
  { isGuest, service, quote }: { isGuest: boolean; service: Service; quote: Quote },
): Problems {
  const problems: Problems = {}
  if (countCharacters(values.note ?? '') > NOTE_LENGTH_MAX) problems.note = errors.note_too_long.message
  if (isGuest) Object.assign(problems, findGuestProblems(values))
  if (service === 'delivery') {
    if (!values.address?.trim()) problems.address = 'Enter the street and the number.'
    if (!values.city?.trim()) problems.city = 'Enter the town.'
    if (!values.postcode?.trim()) problems.postcode = 'Enter the postcode.'
  }
  const [quoteProblem] = quote.problems
  if (!hasProblems(problems) && quoteProblem) problems.order = quoteProblem.message
  return problems
}
