import { formatMoney } from '#contract/money.ts'
import type { Statement } from '#contract/statements.ts'
import { formatPercent } from '../../../kit/percent.ts'

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a month: 2026-11 is "November 2026". */
export const formatMonth = (month: string): string => monthFormat.format(Date.parse(`${month}-01T00:00Z`))

/** The sums of a statement: income, deductions and the payout. */
export function Sums({ statement: { month, currency, commissionRate, sums } }: { statement: Statement }) {
  const money = (minor: number) => formatMoney(minor, currency)
  const owes = sums.payout < 0
  return (
    <section className="card money-sums" aria-labelledby="money-sums">
      <h3 id="money-sums" className="visually-hidden">
        Sums
      </h3>
      <dl>
        <Sum name="Paid by card" hint="The site has it." value={money(sums.card)} />
        <Sum name="Given back" hint="By card." value={money(0 - sums.refunded)} />
        <Sum
          name="Commission"
          hint={`Now ${formatPercent(commissionRate)} of what you sell.`}
          value={money(0 - sums.commission)}
        />
        <Sum name={owes ? 'You pay the site' : 'Payout'} value={money(Math.abs(sums.payout))} />
        <Sum name="Paid when handed over" hint="You have it already." value={money(sums.handed)} />
      </dl>
      <p className="soft">
        {owes
          ? `That is what you owe the site for ${formatMonth(month)}: the commission and what was given back, less what was paid by card.`
          : `The payout is what the site owes you for ${formatMonth(month)}: what was paid by card, less what was given back and the commission.`}
      </p>
    </section>
  )
}

/** A sum with its hint. The result has none, and stands out. */
const Sum = ({ name, hint, value }: { name: string; hint?: string; value: string }) => (
  <div data-main={!hint || undefined}>
    <dt>
      {name}
      {hint && <span className="money-hint">{hint}</span>}
    </dt>
    <dd>{value}</dd>
  </div>
)
