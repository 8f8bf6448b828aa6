import { useId } from 'react'
import {
  type AlertKind,
  type DeskPayment,
  dismissPaymentAlert,
  type PaymentAlert,
  type paymentFilters,
} from '#contract/desk-payments.ts'
import { formatMoney } from '#contract/money.ts'
import { orderStateLabels, type PaymentState } from '#contract/order-states.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { Link } from '../../../kit/link.tsx'
import { When } from '../../../kit/when.tsx'
import { Outcome } from '../../../ui/note/outcome.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { StateText } from '../../../ui/tag.tsx'
import { DeskPage } from '../lists/desk-page.tsx'
import { ListFilter } from '../lists/list-filter.tsx'
import { formatRowCount, ListRows, RowLink } from '../lists/list-rows.tsx'
import { type Filters, useListAddress } from '../lists/use-list-address.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { orderingQueries } from '../ordering-queries.ts'
import { toDeskKey } from '../queries.ts'
import './payments.css'

const filters: Filters<(typeof paymentFilters)[number]> = {
  all: ['All', 'Nobody has paid by card yet.'],
  waiting: ['Waiting', 'No order waits for its payment.'],
  refused: ['Refused', 'No card is refused.'],
  held: ['Held', 'Nothing is held on a card.'],
  paid: ['Paid', 'Nothing has been paid by card.'],
  returned: ['Given back', 'Nothing has been given back.'],
}

/** The desk page of card payments, with alerts first. The query of the address holds the filter. */
export function Screen() {
  const address = useListAddress(filters, 'all')
  const list = usePagedList(orderingQueries.payments({ filter: address.filter }))
  const { data } = list
  const action = useAction()
  useLiveInvalidation(toDeskKey('payments'), 'orderChanged')

  const seen = ({ alertId }: PaymentAlert) =>
    action.perform({
      run: async () => {
        await api(dismissPaymentAlert, { params: { id: alertId } })
        list.setPages((page) => ({ ...page, alerts: page.alerts.filter((alert) => alert.alertId !== alertId) }))
      },
      done: 'Seen. It comes again if it happens again.',
    })

  return (
    <DeskPage at="/desk/payments" title="Payments">
      {data && !data.on && <CardsOff />}
      {data && data.alerts.length > 0 && (
        <section className="columns payment-alerts" aria-labelledby="payment-alerts">
          <h2 id="payment-alerts">To look at</h2>
          {data.alerts.map((alert) => (
            <Row key={alert.alertId} as="div">
              {() => <PaymentAlertCard alert={alert} busy={action.busy} onSeen={() => seen(alert)} />}
            </Row>
          ))}
        </section>
      )}
      <h2 className={data && data.alerts.length > 0 ? undefined : 'visually-hidden'}>Card payments</h2>
      <ListFilter {...address} />
      <ListRows
        list={list}
        summary={(page) =>
          page.rows.length === 0 ? address.emptyMessage : formatRowCount(page, 'payment', 'payments')
        }
      >
        {(payment) => <PaymentRow payment={payment} />}
      </ListRows>
      <Outcome {...action} />
    </DeskPage>
  )
}

const CardsOff = () => (
  <p className="work-lead">
    This site takes no cards: customers pay when they get their food, and all is well with that. To take cards, set{' '}
    <code>STRIPE_SECRET_KEY</code>, <code>STRIPE_PUBLISHABLE_KEY</code> and <code>STRIPE_WEBHOOK_SECRET</code>, as{' '}
    <code>docs/payments.md</code> says step by step, and start the site again.
  </p>
)

const paymentStates: Record<PaymentState, readonly [label: string, kind?: 'good' | 'asks' | 'grave']> = {
  none: ['Not begun'],
  pending: ['Waits for a card', 'asks'],
  failed: ['Card refused', 'grave'],
  authorised: ['Held on the card', 'asks'],
  captured: ['Paid', 'good'],
  partially_refunded: ['Partly given back', 'good'],
  refunded: ['Given back'],
  voided: ['Let go'],
}

/** One card payment with customer, amount and state, and links to the order and to the money page of the kitchen. */
function PaymentRow({ payment }: { payment: DeskPayment }) {
  const { orderId, number, vendor, customer, total, state, paymentState, refunds, card, declined } = payment
  const [stateLabel, stateKind] = paymentStates[paymentState]
  const returned = refunds.reduce((sum, { state, amount }) => sum + (state === 'failed' ? 0 : amount), 0)
  return (
    <li className="payment-row">
      <RowLink to={`/orders/${orderId}`} at={payment.placedAt}>
        <b>
          {formatMoney(total, payment)}, order {number} at {vendor.name}
        </b>
        <span>{[customer.guest && 'Guest', customer.name, card].filter(Boolean).join(', ')}</span>
        <span>
          <StateText kind={stateKind}>{stateLabel}</StateText>
          <span className="soft">
            {returned > 0 && `, ${formatMoney(returned, payment)} back`}, order {orderStateLabels[state].toLowerCase()}
          </span>
        </span>
        {declined && <StateText kind="grave">{`The bank said: ${declined}`}</StateText>}
      </RowLink>
      <Link className="payment-kitchen" to={`/kitchen/${vendor.slug}/money`}>
        Money<span className="visually-hidden"> of {vendor.name}</span>
      </Link>
    </li>
  )
}

const alertTexts: Record<AlertKind, { title: string; means: string; todo: string }> = {
  card_testing: {
    title: 'Many cards are refused',
    means:
      'Somebody may be trying stolen cards here to find out which of them work. Their next tries are refused for an hour.',
    todo: 'Look at the payments that were refused below. If it goes on, turn on more checks in Stripe’s Radar.',
  },
  late_payment: {
    title: 'A payment came after its order had ended',
    means: 'The card was held or charged when the order was already cancelled or expired. The money was given back.',
    todo: 'Nothing, unless the customer asks: then say that it is on its way back.',
  },
  payment_lost: {
    title: 'The money of an order cannot be had any more',
    means: 'The bank let go of what was held on the card, but the kitchen has the order. Its board says so.',
    todo: 'See that the kitchen cancels it or takes cash.',
  },
  amount_differs: {
    title: 'Another amount was paid than the order costs',
    means: 'The order was not placed, and its kitchen has not heard of it.',
    todo: 'This should not happen. Look at the payment at Stripe, and report it to who runs this site’s code.',
  },
  refund_failed: {
    title: 'Money could not be given back',
    means: 'The bank did not take the refund, as when a card has been closed. The customer still waits for it.',
    todo: 'Ask the customer how to pay them otherwise, or try again on the money page of the kitchen.',
  },
  disputed: {
    title: 'A customer asks their bank for the money',
    means: 'The bank takes the money back, and a fee with it, unless it is shown that the food was handed over.',
    todo: 'Answer at Stripe, under Disputes, before the day that it names. Ask the kitchen what happened.',
  },
}

interface PaymentAlertCardProps {
  alert: PaymentAlert
  busy: boolean
  onSeen: () => void
}

function PaymentAlertCard({ alert: { kind, detail, at, order }, busy, onSeen }: PaymentAlertCardProps) {
  const heading = useId()
  const { title, means, todo } = alertTexts[kind]
  return (
    <article className="card payment-alert" aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <p className="soft">
        <When at={at} />
        {order && (
          <>
            , <Link to={`/orders/${order.orderId}`}>{`order ${order.number} at ${order.vendor.name}`}</Link>
          </>
        )}
      </p>
      {detail && <p>{detail}</p>}
      <p>{means}</p>
      <p>
        <b>What to do:</b> {todo}
      </p>
      <div className="buttons">
        <QuietButton busy={busy} onClick={onSeen}>
          Seen<span className="visually-hidden">: {title}</span>
        </QuietButton>
        {order && (
          <Link className="quiet-button" to={`/kitchen/${order.vendor.slug}/money`}>
            Money of the kitchen
          </Link>
        )}
      </div>
    </article>
  )
}
