import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { interfaceLocale } from '#contract/interface-locale.ts'
import { lazy } from '#contract/lazy.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import { formatStatementCsv } from '#contract/statement-csv.ts'
import type { MonthlyStatement } from '#contract/statements.ts'
import { getErrorMessage } from '../../../api/problem.ts'
import { useLiveAwareInterval, useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { nativePlatform } from '../../../device/native.ts'
import { saveFile } from '../../../device/save-file.ts'
import { createDayFormatter } from '../../../kit/day-formatter.ts'
import { Link } from '../../../kit/link.tsx'
import { formatBasisPoints } from '../../../kit/percent.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { kitchenQueries } from '../queries.ts'
import { StatementEntries } from './entries.tsx'
import { type RefundableOrder, RefundFlow } from './refund-flow.tsx'
import './money.css'

/** The statement of a kitchen for a month. The query of the URL holds the month. */
export function StatementPage({ terms: { vId, slug, name, timezone } }: { terms: KitchenTerms }) {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const [refunding, setRefunding] = useState<RefundableOrder | null>(null)
  const present = formatLocalDate(Date.now(), timezone).slice(0, 7)
  const requested = new URLSearchParams(search).get('month') ?? ''
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(requested) ? requested : present
  const refetchInterval = useLiveAwareInterval(MINUTE_MS)
  const query = kitchenQueries.statement(vId, month)
  const { data: statement, error, refetch } = useQuery({ ...query, refetchInterval })
  useLiveInvalidation(query.queryKey, 'orderChanged', (news) => news.vId === vId)
  useLiveInvalidation(query.queryKey, 'kitchenChanged', (changedId) => changedId === vId)
  const problem = getErrorMessage(error)

  const chooseMonth = (chosen: string) =>
    navigate({ pathname, search: chosen === present ? '' : `month=${chosen}` }, { replace: true })
  const saveCsv = (shown: MonthlyStatement) =>
    saveFile(new Blob([formatStatementCsv(shown)], { type: 'text/csv' }), `${slug}-${shown.month}.csv`)

  return (
    <>
      {problem && (
        <ProblemNote text={statement ? `This may have changed meanwhile. ${problem}` : problem} onRetry={refetch} />
      )}
      {!statement && !problem && <p role="status">Adding up …</p>}
      {statement && <ProtectionNote by={statement.protectBy} />}
      {statement && (
        <div className="split money" aria-busy={statement.month !== month}>
          <div className="spread money-bar">
            <SelectField
              label="Month"
              options={[...new Set([...statement.months, month])].map((option) => [option, formatMonth(option)])}
              value={month}
              onChange={(event) => chooseMonth(event.target.value)}
            />
            {!nativePlatform && (
              <div className="buttons">
                <QuietButton onClick={() => saveCsv(statement)}>Save as CSV</QuietButton>
                <QuietButton onClick={() => window.print()}>Print</QuietButton>
              </div>
            )}
          </div>
          <h2 className="money-title">
            {name}, {formatMonth(statement.month)}
          </h2>
          <Sums statement={statement} />
          <StatementEntries statement={statement} onRefund={setRefunding} />
        </div>
      )}
      <RefundFlow kitchenId={vId} order={refunding} onDone={() => void refetch()} onClose={() => setRefunding(null)} />
    </>
  )
}

const dateFormat = lazy(() => new Intl.DateTimeFormat(interfaceLocale, { dateStyle: 'long' }))

/**
 * Asks an owner to add a passkey or a second factor, because a password alone is not enough for refunds.
 * @param by the deadline in milliseconds; null when the account needs no more protection
 */
const ProtectionNote = ({ by }: { by: number | null }) =>
  by !== null && (
    <p className="note">
      {by > Date.now()
        ? `From ${dateFormat().format(by)} on, a password is not enough to give money back, so that a stolen one does no harm.`
        : 'A password is not enough to give money back, so that a stolen one does no harm.'}{' '}
      Add a <Link to="/account#passkeys">passkey</Link> to your account, or set up an{' '}
      <Link to="/account#second-factor">authenticator app</Link>.
    </p>
  )

/** Formats a month: 2026-11 is "November 2026". */
const formatMonth = createDayFormatter({ month: 'long', year: 'numeric' })

/** The totals of a statement: income, deductions and the payout. */
function Sums({ statement: { month, currency, commissionRate, sums } }: { statement: MonthlyStatement }) {
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
          hint={`Now ${formatBasisPoints(commissionRate)} of what you sell.`}
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

/** One total of a statement, with a hint. The payout has no hint and is highlighted. */
const Sum = ({ name, hint, value }: { name: string; hint?: string; value: string }) => (
  <div data-main={!hint || undefined}>
    <dt>
      {name}
      {hint && <span className="money-hint">{hint}</span>}
    </dt>
    <dd>{value}</dd>
  </div>
)
