import { type ReactNode, useEffect, useId, useRef } from 'react'
import { UNREACHABLE } from '../../../api/problem.ts'
import { useForm, type Values } from '../../../forms/use-form.ts'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface InlineConfirmationProps {
  question: string
  /** The label of the confirm button, and its label while the action runs. */
  does: string
  doing: string
  /** The label of the cancel button. */
  keeps: string
  /** @throws what a call throws */
  onYes: (values: Values) => Promise<void>
  onNo: () => void
  /** More fields of the form. */
  children?: ReactNode
}

/** A question in the page that confirms an action. Escape cancels it. */
export function InlineConfirmation({ question, does, doing, keeps, onYes, onNo, children }: InlineConfirmationProps) {
  const { props, busy, problem } = useForm({ send: onYes, offline: UNREACHABLE })
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('textarea, [type=button]')?.focus(), [])
  return (
    <form
      {...props}
      className="card stack comment-question"
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && onNo()}
    >
      <strong id={id}>{question}</strong>
      <div ref={box} className="stack">
        {children}
        <FormProblem problem={problem} />
        <div className="buttons">
          <SubmitButton busy={busy} busyWords={doing}>
            {does}
          </SubmitButton>
          <QuietButton onClick={onNo}>{keeps}</QuietButton>
        </div>
      </div>
    </form>
  )
}
