import { formatMoney } from '#contract/money.ts'
import type { Statement } from '#contract/statements.ts'
import { percentWords } from '../../../kit/percent.ts'
import { monthWords } from './month-words.ts'

/** What came in, what went out, and who owes whom how much of it. */
export function Sums({ statement: { month, currency, commissionRate, sums } }: { statement: Statement }) {
  const money = (minor: number) => formatMoney(minor, currency)
  const owes = sums.payout < 0
  return (
    <section className="card money-sums" aria-labelledby="money-sums">
      <h3 id="money-sums" className="visually-hidden">
        Sums
      </h3>
      <dl>
        <Sum name="Paid by card" words="The site has it." value={money(sums.card)} />
        <Sum name="Given back" words="By card." value={money(0 - sums.refunded)} />
        <Sum
          name="Commission"
          words={`Now ${percentWords(commissionRate)} of what you sell.`}
          value={money(0 - sums.commission)}
        />
        <Sum name={owes ? 'You pay the site' : 'Payout'} value={money(Math.abs(sums.payout))} main />
        <Sum name="Paid when handed over" words="You have it already." value={money(sums.handed)} />
      </dl>
      <p className="soft">
        {owes
          ? `That is what you owe the site for ${monthWords(month)}: the commission and what was given back, less what was paid by card.`
          : `The payout is what the site owes you for ${monthWords(month)}: what was paid by card, less what was given back and the commission.`}
      </p>
    </section>
  )
}

interface SumProps {
  name: string
  words?: string
  value: string
  main?: boolean
}

const Sum = ({ name, words, value, main }: SumProps) => (
  <div data-main={main || undefined}>
    <dt>
      {name}
      {words && <span className="money-hint">{words}</span>}
    </dt>
    <dd>{value}</dd>
  </div>
)
