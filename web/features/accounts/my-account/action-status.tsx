import type { ActionMessage } from '../../../api/use-action.ts'

interface ActionStatusProps {
  message: Pick<ActionMessage, 'text' | 'problem'> | null
  busy?: string | false
}

/**
 * Shows the result of the most recent action. The element is always present, so that screen readers announce changes.
 */
export function ActionStatus({ message, busy = false }: ActionStatusProps) {
  return (
    <p className="state" role="status" data-kind={message?.problem ? 'grave' : 'good'}>
      {busy || message?.text}
    </p>
  )
}
