import type { ActionMessage } from '../../../api/use-action.ts'

interface SaidProps {
  message: Pick<ActionMessage, 'text' | 'problem'> | null
  /** What is being done at this moment. */
  busy?: string | false
}

/** What came of the last action. It is always there, so that screen readers hear it change. */
export function Said({ message, busy = false }: SaidProps) {
  return (
    <p className="state" role="status" data-kind={message?.problem ? 'grave' : 'good'}>
      {busy || message?.text}
    </p>
  )
}
