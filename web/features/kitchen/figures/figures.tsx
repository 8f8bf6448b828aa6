import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import type { getSalesFigures, SalesFigures } from '#contract/kitchen-orders.ts'
import { formatMoney } from '#contract/money.ts'
import { messageOf } from '../../../api/problem.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { DamagedNote } from '../../../ui/note/damaged-note.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { kitchenQueries } from '../queries.ts'
import './figures.css'

type AllFigures = Reply<typeof getSalesFigures>
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** The sales of a kitchen: today, its best-sold items, and the last thirty days. */
export function FiguresOf({ vId }: { vId: string }) {
  const query = kitchenQueries.figures(vId)
  const { data: figures, error, refetch } = useQuery(query)
  useLiveInvalidation(query.queryKey, 'orderChanged', (news) => news.vId === vId)

  return (
    <>
      {error && <ProblemNote words={messageOf(error) ?? ''} onRetry={refetch} />}
      {!figures && !error && <p role="status">Adding up …</p>}
      {figures && <Shown {...figures} />}
    </>
  )
}

function Shown({ today, items, damaged, days, currency }: AllFigures) {
  const money = (minor: number) => formatMoney(minor, currency)
  const sum = days.reduce((all, { total }) => all + total, 0)
  const orders = days.reduce((all, day) => all + day.orders, 0)
  return (
    <div className="columns kitchen-figures">
      <section className="card" aria-labelledby="figures-today">
        <h2 id="figures-today">Today</h2>
        <dl className="figures">
          <Fact name="Orders" value={String(today.orders)} />
          <Fact name="Sold" value={money(today.total)} />
          <Fact name="On average" value={today.orders > 0 ? money(Math.round(today.total / today.orders)) : '–'} />
          <Fact name="Rejected or cancelled" value={String(today.lost)} />
        </dl>
      </section>
      <section className="card" aria-labelledby="figures-items">
        <h2 id="figures-items">Best sold today</h2>
        <DamagedNote rows={damaged} kind={['order', 'orders']} />
        {items.length === 0 ? (
          <p className="soft">Nothing has been sold today yet.</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col">Sold</th>
                <th scope="col">Sum</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ name, quantity, total }, index) => (
                // Two dishes can have the same name.
                <tr key={index}>
                  <th scope="row">{name}</th>
                  <td>{quantity}</td>
                  <td>{money(total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <section className="card figures-days" aria-labelledby="figures-days">
        <h2 id="figures-days">The last {days.length} days</h2>
        <p className="soft">
          {orders} {orders === 1 ? 'order' : 'orders'}, {money(sum)}.
        </p>
        <Bars days={days} />
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Orders</th>
              <th scope="col">Sum</th>
              <th scope="col">Lost</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.date}>
                <th scope="row">{dayFormat.format(Date.parse(day.date))}</th>
                <td>{day.orders}</td>
                <td>{money(day.total)}</td>
                <td>{day.lost}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

const HEIGHT = 100
const STEP = 10

/** A bar chart of the days, hidden from screen readers because the table below has the same figures. */
function Bars({ days }: { days: readonly (SalesFigures & { date: string })[] }) {
  const most = Math.max(1, ...days.map(({ total }) => total))
  return (
    <svg
      className="figures-bars"
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {days.map(({ date, total }, at) => {
        const height = total > 0 ? Math.max(2, (total / most) * HEIGHT) : 1
        return (
          <rect
            key={date}
            x={at * STEP + 1.5}
            y={HEIGHT - height}
            width={STEP - 3}
            height={height}
            data-empty={total === 0 || undefined}
          />
        )
      })}
    </svg>
  )
}
