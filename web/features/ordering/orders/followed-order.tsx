import { useEffect, useRef, useState } from 'react'
import { finalOrderStates, findTransition } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { toWallTime } from '#contract/wall-clock.ts'
import { Link } from '../../../kit/link.tsx'
import { PayOrder } from '../payment/pay-order.tsx'
import { useNow } from '../use-now.ts'
import { CancelOrder } from './cancel-order.tsx'
import { Course } from './course.tsx'
import { courseOf } from './course-steps.ts'
import { OrderAgain } from './order-again.tsx'
import { happenedWords, headingOf, nextOf, timeOf } from './order-words.ts'
import { Receipt } from './receipt.tsx'

interface FollowedOrderProps {
  order: Order
  token: string | null
  /** Whether the customer comes back from their bank. */
  returned: boolean
  /** Why there is no newer answer, in words. */
  problem: string
  again: () => void
}

/** An order as it is now. */
export function FollowedOrder({ order, token, returned, problem, again }: FollowedOrderProps) {
  const now = useNow()
  const title = useRef<HTMLHeadingElement>(null)
  const [refused, setRefused] = useState('')
  const heading = headingOf(order, now)
  const next = nextOf(order, now)
  const said = useNews(order, `${heading}. ${next}`)
  const { vendor, service, state } = order
  const mayCancel = findTransition('customer', service, state, 'cancelled') !== undefined
  const ended = finalOrderStates.includes(state)
  const isUnpaid = state === 'awaiting_payment'
  const wasUnpaid = useRef(isUnpaid)

  useEffect(() => {
    // What had the focus is gone with the payment.
    if (wasUnpaid.current && !isUnpaid && document.activeElement === document.body) title.current?.focus()
    wasUnpaid.current = isUnpaid
  }, [isUnpaid])

  return (
    <div className="tracking">
      <header className="sky-head tracking-head">
        <p className="order-up">
          Order {order.number} at {vendor.name}
        </p>
        <h1 ref={title} tabIndex={-1}>
          {heading}
        </h1>
        <p className="lead tracking-next">{next}</p>
        {refused && (
          <p className="note order-problem" role="alert">
            {refused}
          </p>
        )}
        {problem && <p className="note order-problem">This may have changed meanwhile. {problem}</p>}
        {isUnpaid && <PayOrder order={order} token={token} returned={returned} again={again} />}
        <Course way={courseOf(order)} />
        <div className="buttons tracking-tools">
          {mayCancel && <CancelOrder order={order} token={token} onChange={again} onOutcome={setRefused} />}
          {/* Until it is paid, the kitchen knows nothing of it. */}
          {vendor.phone && !isUnpaid && (
            <a className="quiet-button" href={`tel:${vendor.phone.replace(/[^+\d]/g, '')}`}>
              Call the kitchen
            </a>
          )}
          {ended && <OrderAgain order={order} />}
        </div>
      </header>
      <div className="tracking-columns">
        <section aria-labelledby="happened-heading">
          <h2 id="happened-heading">What happened</h2>
          <ol className="list happened">
            {order.events.map((event) => (
              <li key={`${event.at} ${event.to}`}>
                <time dateTime={new Date(event.at).toISOString()}>{timeOf(event.at, order)}</time>
                <span>{happenedWords(event, order)}</span>
              </li>
            ))}
          </ol>
          {toWallTime(now, vendor.timezone) !== toWallTime(now, readersZone()) && (
            <p className="soft">Times are those of the kitchen ({vendor.timezone.replaceAll('_', ' ')}).</p>
          )}
          <p className="row tracking-others">
            <Link className="link-button" to="/orders">
              All your orders
            </Link>
            <button type="button" className="link-button" onClick={() => window.print()}>
              Print the receipt
            </button>
          </p>
        </section>
        <Receipt order={order} now={now} />
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

/** What is read aloud when the order has moved on: not what the page began with. */
function useNews({ version }: Order, words: string): string {
  const first = useRef(version)
  const [news, setNews] = useState('')
  const latest = useRef(words)
  latest.current = words
  useEffect(() => {
    if (version !== first.current) setNews(latest.current)
  }, [version])
  return news
}

const readersZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
