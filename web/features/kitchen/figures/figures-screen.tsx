import { useQuery } from '@tanstack/react-query'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import type { getSalesFigures } from '#contract/kitchen-orders.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { formatMoney } from '#contract/money.ts'
import { useLiveAwareInterval, useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { createDayFormatter } from '../../../kit/day-formatter.ts'
import { DamagedRowsNote } from '../../../ui/note/damaged-note.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { StatList } from '../../../ui/stat-list.tsx'
import { StatTable } from '../../../ui/stat-table.tsx'
import { KitchenFrame } from '../kitchen-frame.tsx'
import { kitchenQueries } from '../queries.ts'
import './figures.css'

type Figures = SuccessReplyBody<typeof getSalesFigures>

const formatDay = createDayFormatter({ weekday: 'short', day: 'numeric', month: 'short' })

/** The screen of `/kitchen/:slug/figures`: the sales of the kitchen. */
export const Screen = () => (
  <KitchenFrame tab="figures">{({ kitchen }) => <FiguresPage kitchenId={kitchen.terms.vId} />}</KitchenFrame>
)

function FiguresPage({ kitchenId }: { kitchenId: string }) {
  const query = { ...kitchenQueries.figures(kitchenId), refetchInterval: useLiveAwareInterval(MINUTE_MS) }
  useLiveInvalidation(query.queryKey, 'orderChanged', ({ vId }) => vId === kitchenId)
  useLiveInvalidation(query.queryKey, 'kitchenChanged', (changedId) => changedId === kitchenId)

  return (
    <QueryContent query={useQuery(query)} loading={<p role="status">Adding up …</p>}>
      {(figures) => <FigureCards {...figures} />}
    </QueryContent>
  )
}

function FigureCards({ today, items, damaged, days, currency }: Figures) {
  const money = (minor: number) => formatMoney(minor, currency)
  const sum = days.reduce((all, { total }) => all + total, 0)
  const orders = days.reduce((all, day) => all + day.orders, 0)
  const facts = [
    ['Orders', today.orders],
    ['Sold', money(today.total)],
    ['On average', today.orders > 0 ? money(Math.round(today.total / today.orders)) : '–'],
    ['Rejected or cancelled', today.lost],
  ] as const
  return (
    <div className="columns kitchen-figures">
      <section className="card" aria-labelledby="figures-today">
        <h2 id="figures-today">Today</h2>
        <StatList facts={facts} />
      </section>
      <section className="card" aria-labelledby="figures-items">
        <h2 id="figures-items">Best sold today</h2>
        <DamagedRowsNote rows={damaged} kind={['order', 'orders']} />
        {items.length === 0 ? (
          <p className="soft">Nothing has been sold today yet.</p>
        ) : (
          <StatTable
            head={['Item', 'Sold', 'Sum']}
            rows={items.map(({ name, quantity, total }) => [name, quantity, money(total)])}
          />
        )}
      </section>
      <section className="card whole-row" aria-labelledby="figures-days">
        <h2 id="figures-days">The last {days.length} days</h2>
        <p className="soft">
          {formatCountWithNoun(orders, 'order', 'orders')}, {money(sum)}.
        </p>
        <Bars days={days} />
        <StatTable
          head={['Day', 'Orders', 'Sum', 'Lost']}
          rows={days.toReversed().map(({ date, orders, total, lost }) => [formatDay(date), orders, money(total), lost])}
        />
      </section>
    </div>
  )
}

const HEIGHT = 100
const STEP = 10

/** A bar chart of the sales of each day, hidden from screen readers because the table below has the same figures. */
function Bars({ days }: Pick<Figures, 'days'>) {
  const most = Math.max(1, ...days.map(({ total }) => total))
  return (
    <svg
      className="bars figures-bars"
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
