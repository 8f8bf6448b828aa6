import {
  dismissPaymentAlert,
  type listDeskPayments,
  type PaymentAlert,
  type paymentFilters,
} from '#contract/desk-payments.ts'
import type { Reply } from '#contract/endpoint.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { Outcome } from '../../../ui/note/outcome.tsx'
import { Filters } from '../lists/filters.tsx'
import { DeskPage } from '../lists/parts.tsx'
import { Rows } from '../lists/split.tsx'
import { useList } from '../lists/use-list.ts'
import { useListAddress } from '../lists/use-list-address.ts'
import { orderingQueries } from '../ordering-queries.ts'
import { deskKeys } from '../queries.ts'
import { AlertCard } from './payment-alert.tsx'
import { PaymentRow } from './payment-row.tsx'
import './payments.css'

type Page = Reply<typeof listDeskPayments>
type Filter = (typeof paymentFilters)[number]

const filters: Record<Filter, string> = {
  all: 'All',
  waiting: 'Waiting',
  refused: 'Refused',
  held: 'Held',
  paid: 'Paid',
  returned: 'Given back',
}
const filterNames = Object.keys(filters) as Filter[]

const nothing: Record<Filter, string> = {
  all: 'Nobody has paid by card yet.',
  waiting: 'No order waits for its payment.',
  refused: 'No card is refused.',
  held: 'Nothing is held on a card.',
  paid: 'Nothing has been paid by card.',
  returned: 'Nothing has been given back.',
}

/** Card payments of every kitchen, with what somebody has to look at first; the filter stands in the address. */
export function Screen() {
  const { filter, choose } = useListAddress(filterNames, 'all', 'filter')
  const list = useList(orderingQueries.payments({ filter }), (first, more) => ({
    ...more,
    payments: [...first.payments, ...more.payments],
  }))
  const { data } = list
  const action = useAction()
  useLiveInvalidation(deskKeys.all('payments'), 'orderChanged')

  const seen = ({ alertId }: PaymentAlert) =>
    action.perform({
      run: async () => {
        await api(dismissPaymentAlert, { params: { id: alertId } })
        list.setPages((page) => ({ ...page, alerts: page.alerts.filter((one) => one.alertId !== alertId) }))
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
              {() => <AlertCard alert={alert} busy={action.busy} onSeen={() => seen(alert)} />}
            </Row>
          ))}
        </section>
      )}
      <h2 className={data && data.alerts.length > 0 ? undefined : 'visually-hidden'}>Card payments</h2>
      <Filters names={filters} chosen={filter} onChoose={choose} />
      <Rows list={list} summary={(page) => howMany(page, filter)}>
        {({ payments }) =>
          payments.map((payment) => <Row key={payment.orderId}>{() => <PaymentRow payment={payment} />}</Row>)
        }
      </Rows>
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

function howMany({ payments, next }: Page, filter: Filter): string {
  if (payments.length === 0) return nothing[filter]
  if (next) return `The latest ${payments.length} payments`
  return payments.length === 1 ? '1 payment' : `${payments.length} payments`
}
