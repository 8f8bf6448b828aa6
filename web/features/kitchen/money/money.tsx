import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MINUTE_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import { formatStatementCsv } from '#contract/statement-csv.ts'
import type { Statement } from '#contract/statements.ts'
import { messageOf } from '../../../api/problem.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { saveFile } from '../../../device/save-file.ts'
import { useLive } from '../../../live/live.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { kitchenQueries } from '../queries.ts'
import { Entries } from './entries.tsx'
import { type Refundable, Refunding } from './refunding.tsx'
import { formatMonth, Sums } from './sums.tsx'
import './money.css'

/** The statement of a kitchen for a month. The month is in the address. */
export function Money({ terms: { vId, slug, name, timezone } }: { terms: KitchenTerms }) {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const [refunding, setRefunding] = useState<Refundable | null>(null)
  const present = formatLocalDate(Date.now(), timezone).slice(0, 7)
  const requested = new URLSearchParams(search).get('month') ?? ''
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(requested) ? requested : present
  const live = useLive(({ state }) => state === 'live')
  const query = kitchenQueries.statement(vId, month)
  const { data: statement, error, refetch } = useQuery({ ...query, refetchInterval: live ? false : MINUTE_MS })
  useLiveInvalidation(query.queryKey, 'orderChanged', (news) => news.vId === vId)
  const problem = messageOf(error)

  const chooseMonth = (chosen: string) =>
    navigate({ pathname, search: chosen === present ? '' : `month=${chosen}` }, { replace: true })
  const saveCsv = (shown: Statement) =>
    saveFile(new Blob([formatStatementCsv(shown)], { type: 'text/csv' }), `${slug}-${shown.month}.csv`)

  return (
    <>
      {problem && (
        <ProblemNote words={statement ? `This may have changed meanwhile. ${problem}` : problem} onRetry={refetch} />
      )}
      {!statement && !problem && <p role="status">Adding up …</p>}
      {statement && (
        <div className="split money" aria-busy={statement.month !== month}>
          <div className="spread money-bar">
            <SelectField
              id="money-month"
              label="Month"
              options={[...new Set([...statement.months, month])].map((option) => [option, formatMonth(option)])}
              value={month}
              onChange={(event) => chooseMonth(event.target.value)}
            />
            <div className="buttons">
              <QuietButton onClick={() => saveCsv(statement)}>Save as CSV</QuietButton>
              <QuietButton onClick={() => window.print()}>Print</QuietButton>
            </div>
          </div>
          <h2 className="money-title">
            {name}, {formatMonth(statement.month)}
          </h2>
          <Sums statement={statement} />
          <Entries statement={statement} onRefund={setRefunding} />
        </div>
      )}
      <Refunding kitchenId={vId} order={refunding} onDone={() => void refetch()} onClose={() => setRefunding(null)} />
    </>
  )
}
