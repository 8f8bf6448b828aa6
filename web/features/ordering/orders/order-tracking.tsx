import { useEffect, useRef, useState } from 'react'
import { finalOrderStates } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { toWallTimeMs } from '#contract/wall-clock.ts'
import type { Problem } from '../../../api/problem.ts'
import { nativePlatform } from '../../../device/native.ts'
import { getBrowserTimeZone } from '../../../device/time-zone.ts'
import { Link } from '../../../kit/link.tsx'
import { PushPermissionPromptLoader } from '../../../ui/push/push-permission-prompt-loader.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { PayOrder, type PayOrderProps } from '../payment/pay-order.tsx'
import { useNow } from '../use-now.ts'
import { CancelOrder, describeCancelProblem, isCancellable } from './cancel-order.tsx'
import { OrderAgain } from './order-again.tsx'
import { OrderSteps } from './order-steps.tsx'
import { describeEvent, describeNextStep, describeState, formatEventTime } from './order-text.ts'
import { Receipt } from './receipt.tsx'

interface OrderTrackingProps extends PayOrderProps {
  problem: string | undefined
}

export function OrderTracking({ order, token, isBackFromBank, problem, refetch }: OrderTrackingProps) {
  const now = useNow()
  const title = useRef<HTMLHeadingElement>(null)
  const [cancelProblem, setCancelProblem] = useState<Problem | null>(null)
  const heading = describeState(order, now)
  const nextStep = describeNextStep(order, now)
  const announcement = useAnnouncement(order, `${heading}. ${nextStep}`)
  const { vendor, state } = order
  const cancelProblemText = describeCancelProblem(cancelProblem, order)
  const isFinal = finalOrderStates.includes(state)
  const isUnpaid = state === 'awaiting_payment'
  const wasUnpaid = useRef(isUnpaid)
  const hasCancelled = useRef(false)

  useEffect(() => {
    // The payment form, or the button to cancel, had the focus and was removed, so the title takes the focus.
    const isRemoved = (wasUnpaid.current && !isUnpaid) || (hasCancelled.current && isFinal)
    if (isRemoved && document.activeElement === document.body) title.current?.focus()
    wasUnpaid.current = isUnpaid
  }, [isUnpaid, isFinal])

  function onCancelOutcome(problem: Problem | null) {
    hasCancelled.current = problem === null
    setCancelProblem(problem)
  }

  return (
    <div className="tracking">
      <header className="sky-head tracking-head">
        <p className="order-up">
          Order {order.number} at <bdi>{vendor.name}</bdi>
        </p>
        <h1 ref={title} tabIndex={-1}>
          {heading}
        </h1>
        <p className="lead tracking-next screen-only">{nextStep}</p>
        {cancelProblemText && (
          <p className="note order-problem screen-only" role="alert">
            {cancelProblemText}
          </p>
        )}
        {problem && <p className="note order-problem screen-only">This may have changed meanwhile. {problem}</p>}
        {isUnpaid && <PayOrder {...{ order, token, isBackFromBank, refetch }} />}
        <OrderSteps order={order} />
        {!isFinal && !isUnpaid && (
          <PushPermissionPromptLoader reason="We can tell you when something happens with your order, with this page closed too." />
        )}
        <div className="buttons tracking-tools screen-only">
          {isCancellable(order) && (
            <CancelOrder order={order} token={token} onChange={refetch} onOutcome={onCancelOutcome} />
          )}
          {/* An unpaid order has no link to call the kitchen, because the kitchen does not see the order yet. */}
          {vendor.phone && !isUnpaid && (
            <a className="quiet-button" href={`tel:${vendor.phone.replace(/[^+\d]/g, '')}`}>
              Call the kitchen
            </a>
          )}
          {isFinal && <OrderAgain order={order} />}
        </div>
      </header>
      <div className="tracking-columns small-headings">
        <section aria-labelledby="happened-heading">
          <h2 id="happened-heading">What happened</h2>
          <ol className="list happened">
            {order.events.map((event) => (
              <li key={`${event.at} ${event.to}`}>
                <time dateTime={new Date(event.at).toISOString()}>{formatEventTime(event.at, order)}</time>
                <span>{describeEvent(event, order)}</span>
              </li>
            ))}
          </ol>
          {toWallTimeMs(now, vendor.timezone) !== toWallTimeMs(now, getBrowserTimeZone()) && (
            <p className="soft">Times are those of the kitchen ({vendor.timezone.replaceAll('_', ' ')}).</p>
          )}
          <p className="row screen-only">
            <Link className="link-button" to="/orders">
              All your orders
            </Link>
            {!nativePlatform && <TextButton onClick={() => window.print()}>Print the receipt</TextButton>}
          </p>
        </section>
        <Receipt order={order} now={now} />
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}

/** Returns the text that screen readers announce. It is empty until the order changes for the first time. */
function useAnnouncement({ version }: Order, text: string): string {
  const firstVersion = useRef(version)
  const [announcement, setAnnouncement] = useState('')
  const latestText = useRef(text)
  latestText.current = text
  useEffect(() => {
    if (version !== firstVersion.current) setAnnouncement(latestText.current)
  }, [version])
  return announcement
}
