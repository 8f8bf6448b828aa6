import { DAY_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import type { Service } from '#contract/menu-enums.ts'
import { findOpenState, formatLocalDayTime, formatLocalTime } from '#contract/opening-hours.ts'
import { useClock } from '../board/use-clock.ts'
import { serviceNames } from './hours-values.ts'

type HoursTerms = Pick<KitchenTerms, 'hours' | 'timezone' | 'services'>

/** Shows whether the kitchen would be open now with the edited hours. */
export function HoursPreview({ terms }: { terms: HoursTerms }) {
  const { services } = terms
  const now = useClock(0)
  return (
    <section className="card hours-preview sticky-card" aria-labelledby="preview">
      <h2 id="preview">With these hours</h2>
      <div role="status">
        {services.map((service) => (
          <p key={service}>
            {services.length > 1 && <b>{serviceNames[service]}: </b>}
            {describeState(terms, now, service)}
          </p>
        ))}
        {services.length === 0 && <p>Nobody can order: choose delivery or pickup in the settings.</p>}
      </div>
      <p className="soft">
        It is {formatLocalTime(now, terms.timezone)} at the kitchen ({terms.timezone.replaceAll('_', ' ')}).
      </p>
    </section>
  )
}

function describeState(terms: HoursTerms, now: number, service: Service): string {
  const state = findOpenState(terms, now, service)
  const format = (at: number) => formatLocalDayTime(at, terms.timezone, now)
  if (!state.open)
    return state.opensAt === null
      ? 'Closed, with no opening ahead.'
      : `Closed now, next opening ${format(state.opensAt)}.`
  if (state.until - now > 7 * DAY_MS) return 'Open around the clock.'
  const next = findOpenState(terms, state.until, service)
  const again = !next.open && next.opensAt !== null ? `, next opening ${format(next.opensAt)}` : ''
  return `Open now until ${format(state.until)}${again}.`
}
