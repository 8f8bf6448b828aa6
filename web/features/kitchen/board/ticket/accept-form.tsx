import { type MouseEvent, useId, useState } from 'react'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { formatRelativeDayTime } from '#contract/opening-hours.ts'
import type { Order } from '#contract/ordering.ts'
import { LabelledCheckbox } from '../../../../ui/form/labelled-checkbox.tsx'
import { QuietButton } from '../../../../ui/quiet-button.tsx'
import type { OrderMoveBody } from '../pending-moves.ts'
import { isKeyboardClick } from './ticket-texts.ts'

/** The minutes by which the buttons change the promised time. */
const STEPS = [-5, 5, 10, 15] as const
const FURTHEST_MS = 7 * DAY_MS

interface AcceptFormProps {
  order: Order
  now: number
  dietary: readonly string[]
  onAccept: (move: OrderMoveBody, byKey: boolean) => void
}

/** The form that accepts an order for a promised time. Every dietary requirement must be ticked first. */
export function AcceptForm({ order, now, dietary, onAccept }: AcceptFormProps) {
  const { promisedAt, acceptBy, vendor } = order
  const [shift, setShift] = useState(0)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [isReminded, setReminded] = useState(false)
  const hint = useId()

  // The promised time of the order may have passed, but the kitchen can promise only a time in the future.
  const soonest = Math.ceil((now + MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  const at = Math.max(promisedAt + shift * MINUTE_MS, soonest)
  const time = formatRelativeDayTime(at, vendor.timezone, now)
  const left = Math.ceil((acceptBy - now) / MINUTE_MS)
  const isTicked = dietary.every((requirement) => ticked.includes(requirement))

  const step = (minutes: number) => {
    const next = at + minutes * MINUTE_MS
    if (next < soonest || next > now + FURTHEST_MS) return
    setShift((next - promisedAt) / MINUTE_MS)
  }

  function accept(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    if (isTicked)
      return onAccept({ to: 'accepted', promisedAt: at, acknowledged: [...dietary] }, isKeyboardClick(event))
    setReminded(true)
    event.currentTarget.form?.querySelector<HTMLElement>('input:not(:checked)')?.focus()
  }

  return (
    <form className="stack">
      {dietary.length > 0 && (
        <fieldset className="ticket-dietary">
          <legend id={hint}>Tick when you have seen this</legend>
          {dietary.map((requirement) => (
            <LabelledCheckbox
              key={requirement}
              checked={ticked.includes(requirement)}
              aria-describedby={hint}
              onChange={(isChecked) =>
                setTicked(dietary.filter((other) => (other === requirement ? isChecked : ticked.includes(other))))
              }
            >
              {requirement}
            </LabelledCheckbox>
          ))}
        </fieldset>
      )}
      <p className="state" data-kind="grave" role="alert">
        {isReminded && !isTicked && 'Tick each one first.'}
      </p>
      <fieldset className="ticket-steps">
        <legend className="visually-hidden">Another time for order {order.number}</legend>
        {STEPS.map((minutes) => (
          <QuietButton key={minutes} aria-label={describeStep(minutes)} onClick={() => step(minutes)}>
            {minutes < 0 ? '−' : '+'}
            {Math.abs(minutes)}
          </QuietButton>
        ))}
      </fieldset>
      <QuietButton type="submit" className="ticket-go" kind="grave" onClick={accept}>
        Accept for {time}
      </QuietButton>
      <p className="soft">{left > 0 ? `Answer within ${left} min.` : 'The time to answer is over.'}</p>
    </form>
  )
}

const describeStep = (minutes: number) => `${Math.abs(minutes)} minutes ${minutes < 0 ? 'earlier' : 'later'}`
