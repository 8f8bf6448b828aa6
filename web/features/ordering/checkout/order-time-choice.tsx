import type { ComponentProps } from 'react'
import { DAY_MS } from '#contract/limits.ts'
import type { Kitchen } from '#contract/menu.ts'
import type { Service } from '#contract/menu-enums.ts'
import { formatLocalDate, formatLocalTime, formatRelativeDayTime } from '#contract/opening-hours.ts'
import { calculateQuote } from '#contract/quote.ts'
import { listSlots } from '#contract/slots.ts'
import { createDayFormatter } from '../../../kit/day-formatter.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'

interface WhenProps {
  kitchen: Kitchen
  service: Service
  now: number
  /** The chosen time in milliseconds; null for as soon as possible. */
  slotAt: number | null
  onChoose: (slotAt: number | null) => void
}

/** The choice of a time for the order: as soon as possible, or a slot that the kitchen offers. */
export function OrderTimeChoice({ kitchen, service, now, slotAt, onChoose }: WhenProps) {
  const { timezone } = kitchen.terms
  const slots = listSlots(kitchen, service, now)
  const toDate = (at: number) => formatLocalDate(at, timezone)
  const today = toDate(now)
  const slotsByDay = Map.groupBy(slots, ({ at }) => toDate(at))
  const firstFree = slots.find(({ full }) => !full)
  const soonest = findSoonestTime(kitchen, service, now)
  const day = slotAt === null ? null : toDate(slotAt)
  const findFirstFree = (date: string) => slotsByDay.get(date)?.find(({ full }) => !full)

  return (
    <fieldset className="stack checkout-part">
      <legend>When</legend>
      <RadioChoice
        name="when"
        checked={slotAt === null}
        disabled={soonest.readyAt === null}
        onChange={() => onChoose(null)}
        label="As soon as possible"
        hint={
          soonest.readyAt === null ? soonest.problem : `About ${formatRelativeDayTime(soonest.readyAt, timezone, now)}`
        }
      />
      <RadioChoice
        name="when"
        checked={slotAt !== null}
        disabled={!firstFree}
        onChange={() => firstFree && onChoose(firstFree.at)}
        label="At a time I choose"
        hint={
          firstFree
            ? `From ${formatRelativeDayTime(firstFree.at, timezone, now)}`
            : 'There is no time left in the next week.'
        }
      />
      {slotAt !== null && day !== null && (
        <div className="columns">
          <SelectField
            label="Day"
            value={day}
            onChange={({ target }) => {
              const slot = findFirstFree(target.value)
              if (slot) onChoose(slot.at)
            }}
            options={[
              ...(slotsByDay.has(day) ? [] : [[day, formatDay(day, today)] as const]),
              ...[...slotsByDay.keys()].map((date) => {
                const isFull = !findFirstFree(date)
                const name = formatDay(date, today)
                return [date, isFull ? `${name}, full` : name, isFull] as const
              }),
            ]}
          />
          <SelectField
            label="Time"
            value={slotAt}
            onChange={({ target }) => onChoose(Number(target.value))}
            options={[
              ...(slots.some(({ at }) => at === slotAt)
                ? []
                : [[slotAt, `${formatLocalTime(slotAt, timezone)}, not any more`] as const]),
              ...(slotsByDay.get(day) ?? []).map(
                ({ at, full }) => [at, `${formatLocalTime(at, timezone)}${full ? ', full' : ''}`, full] as const,
              ),
            ]}
          />
        </div>
      )}
    </fieldset>
  )
}

type ChoiceProps = ComponentProps<'input'> & { label: string; hint?: string | undefined }

/** A radio button with a hint below its label. */
export const RadioChoice = ({ label, hint, ...input }: ChoiceProps) => (
  <label className="bar check-line checkout-choice">
    <input type="radio" {...input} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)

/** Returns the earliest time at which an order can be ready, or the reason why there is no such time. */
function findSoonestTime(kitchen: Kitchen, service: Service, now: number) {
  const { readyAt, problems } = calculateQuote(kitchen, { service, slotAt: null, postcode: null, lines: [] }, now)
  return { readyAt, problem: problems.find(({ code }) => code !== 'empty')?.message }
}

/**
 * Returns the default time of an order. If the order can be ready as soon as possible, returns null. Otherwise returns
 * the first free slot.
 */
export function findDefaultOrderTime(kitchen: Kitchen, service: Service, now: number): number | null {
  if (findSoonestTime(kitchen, service, now).readyAt !== null) return null
  return listSlots(kitchen, service, now).find(({ full }) => !full)?.at ?? null
}

const formatWeekdayAndDate = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' })

function formatDay(date: string, today: string): string {
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS
  return ['Today', 'Tomorrow'][days] ?? formatWeekdayAndDate(date)
}
