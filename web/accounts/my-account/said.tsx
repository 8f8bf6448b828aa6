import type { Outcome } from './use-deed.ts'

interface SaidProps {
  outcome: Outcome | null
  /** What is being done at this moment. */
  busy?: string | false
}

/** What came of the last thing done. It is always there, so that screen readers hear it change. */
export function Said({ outcome, busy = false }: SaidProps) {
  return (
    <p className="state" role="status" data-kind={outcome?.failed ? 'grave' : 'good'}>
      {busy || outcome?.words}
    </p>
  )
}
