import { useRef, useState } from 'react'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { setSoldOut } from '#contract/kitchen-menu.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { formatLocalDate, formatRelativeDayTimePhrase } from '#contract/opening-hours.ts'
import { PAUSE_OR_SOLD_OUT_DAYS_MAX } from '#contract/ordering-limits.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { createDayFormatter } from '../../../kit/day-formatter.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { RadioChips } from '../../../ui/form/radio-chips.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { addDaysToIsoDate, findStartOfIsoDate, findStartOfNextWorkingDay } from '../kitchen-days.ts'

const spans = [
  ['tomorrow', 'Until the next day’s opening'],
  ['hour', 'For an hour'],
  ['date', 'Until a date'],
] as const
type Span = (typeof spans)[number][0]

interface SoldOutDialogProps {
  kitchen: ManagedKitchen
  now: number
  search?: string
  onChange: (kitchen: ManagedKitchen) => void
  onClose: () => void
}

/** The dialog that marks items and choices as sold out until a chosen time, or as available again. */
export function SoldOutDialog({ kitchen, now, search: firstSearch = '', onChange, onClose }: SoldOutDialogProps) {
  const { terms } = kitchen
  const { busy, message, perform } = useAction()
  const [search, setSearch] = useState(firstSearch)
  const [span, setSpan] = useState<Span>('tomorrow')
  const firstDate = addDaysToIsoDate(formatLocalDate(now, terms.timezone), 1)
  const lastDate = addDaysToIsoDate(firstDate, PAUSE_OR_SOLD_OUT_DAYS_MAX - 2)
  const [date, setDate] = useState(firstDate)
  const dateField = useRef<HTMLInputElement>(null)
  // While a date is typed, browsers also report dates in the past, and years of more than four digits.
  const isDateOffered = date >= firstDate && date <= lastDate

  const until = {
    tomorrow: () => findStartOfNextWorkingDay(terms, now),
    hour: () => now + HOUR_MS,
    date: () => (isDateOffered ? findStartOfIsoDate(date, terms.timezone) : null),
  }[span]()
  const text = search.trim().toLowerCase()
  const matches = listGoods(kitchen).filter(({ name }) => name.toLowerCase().includes(text))

  const press = (goods: Goods, isOut: boolean) => {
    if (isOut) mark(goods, null)
    else if (until === null) dateField.current?.focus()
    else mark(goods, until)
  }
  const mark = (goods: Goods, end: number | null) =>
    perform({
      run: async () => {
        const params = { vId: terms.vId, id: goods.itemId }
        onChange(await callForJson(setSoldOut, { params, body: { choiceId: goods.choiceId, until: end } }))
      },
      done: end ? `${goods.name} is sold out.` : `${goods.name} is back in stock.`,
    })

  return (
    <Dialog title="Sold out" onClose={onClose}>
      <RadioChips legend="For how long" options={spans} chosen={span} onChoose={setSpan} />
      {span === 'date' && (
        <Field
          name="date"
          type="date"
          label="Back on"
          min={firstDate}
          max={lastDate}
          ref={dateField}
          value={date}
          error={isDateOffered ? '' : `Choose a day from ${formatDate(firstDate)} to ${formatDate(lastDate)}.`}
          onChange={(event) => setDate(event.target.value)}
        />
      )}
      {until !== null && (
        <p className="soft">It is back {formatRelativeDayTimePhrase(until, terms.timezone, now)} by itself.</p>
      )}
      <Field
        name="search"
        type="search"
        label="Find a dish or a choice"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p role="status" className="visually-hidden">
        {!message?.problem && message?.text}
      </p>
      <FormProblem problem={message?.problem} />
      {matches.length === 0 && <p className="soft">Nothing on the menu is called that.</p>}
      <ul className="list sold-out-list">
        {matches.map((goods) => {
          const out = goods.soldOutUntil !== null && goods.soldOutUntil > now ? goods.soldOutUntil : null
          return (
            <li key={goods.choiceId ?? goods.itemId} data-choice={goods.choiceId ? '' : undefined}>
              <span>
                {goods.name}
                {out && <small>Back {formatRelativeDayTimePhrase(out, terms.timezone, now)}</small>}
              </span>
              <QuietButton
                busy={busy}
                aria-label={`${goods.name}: ${out ? 'back in stock' : 'sold out'}`}
                onClick={() => press(goods, out !== null)}
              >
                {out ? 'Back in stock' : 'Sold out'}
              </QuietButton>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

const formatDate = createDayFormatter({ day: 'numeric', month: 'long' })

interface Goods {
  name: string
  itemId: string
  choiceId: string | null
  soldOutUntil: number | null
}

const listGoods = ({ categories }: ManagedKitchen): Goods[] =>
  categories.flatMap(({ items }) =>
    items.flatMap(({ itemId, name, soldOutUntil, options }) => [
      { name, itemId, choiceId: null, soldOutUntil },
      ...options
        .flatMap(({ choices }) => choices)
        .map((choice) => ({ ...choice, name: `${name}, ${choice.name}`, itemId, choiceId: choice.id })),
    ]),
  )
