import { useId } from 'react'
import {
  type DeskPayment,
  dismissPaymentAlert,
  type PaymentAlert,
  type paymentFilters,
} from '#contract/desk-payments.ts'
import { formatMoney } from '#contract/money.ts'
import { orderStateLabels, type PaymentState } from '#contract/order-states.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { RowErrorBoundary } from '../../../kit/error-boundary.tsx'
import { BidiIsolatedList } from '../../../kit/isolated-texts.tsx'
import { Link } from '../../../kit/link.tsx'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { StateText } from '../../../ui/tag.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { ListFilter } from '../lists/list-filter.tsx'
import { formatRowCount, ListRows, RowLink } from '../lists/list-rows.tsx'
import { type ListFilterLabels, useListUrl } from '../lists/use-list-url.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { orderingQueries } from '../ordering-queries.ts'
import { toDeskQueryKey } from '../queries.ts'
import { alertTexts } from './alert-texts.ts'
import './payments.css'

const filters: ListFilterLabels<(typeof paymentFilters)[number]> = {
  all: ['All', 'Nobody has paid by card yet.'],
  waiting: ['Waiting', 'No order waits for its payment.'],
  refused: ['Refused', 'No card is refused.'],
  held: ['Held', 'Nothing is held on a card.'],
  paid: ['Paid', 'Nothing has been paid by card.'],
  returned: ['Given back', 'Nothing has been given back.'],
}

/** The desk page of card payments, with alerts first. The query of the URL holds the filter. */
export function Screen() {
  const address = useListUrl(filters, 'all')
  const list = usePagedList(orderingQueries.payments({ filter: address.filter }))
  const { data } = list
  const action = useAction()
  useLiveInvalidation(toDeskQueryKey('payments'), 'orderChanged')

  const seen = ({ alertId }: PaymentAlert) =>
    action.perform({
      run: async () => {
        await callForJson(dismissPaymentAlert, { params: { id: alertId } })
        list.setPages((page) => ({ ...page, alerts: page.alerts.filter((alert) => alert.alertId !== alertId) }))
      },
      done: 'Seen. It comes again if it happens again.',
    })

  return (
    <DeskPageFrame at="/desk/payments" title="Payments">
      {data && !data.on && <CardsOff />}
      {data && data.alerts.length > 0 && (
        <section className="columns payment-alerts" aria-labelledby="payment-alerts">
          <h2 id="payment-alerts" className="whole-row">
            To look at
          </h2>
          {data.alerts.map((alert) => (
            <RowErrorBoundary key={alert.alertId} as="div">
              {() => <PaymentAlertCard alert={alert} busy={action.busy} onSeen={() => seen(alert)} />}
            </RowErrorBoundary>
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
      <ActionOutcome {...action} />
    </DeskPageFrame>
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
    <li className="bar link-row payment-row">
      <RowLink to={`/orders/${orderId}`} at={payment.placedAt}>
        <b>
          {formatMoney(total, payment)}, order {number} at <bdi>{vendor.name}</bdi>
        </b>
        <span>
          <BidiIsolatedList texts={[customer.guest ? 'Guest' : '', customer.name, card ?? ''].filter(Boolean)} />
        </span>
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
        <RelativeTime at={at} />
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
