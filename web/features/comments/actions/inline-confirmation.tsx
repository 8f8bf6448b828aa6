import { type ReactNode, useEffect, useId } from 'react'
import { type FormValues, useForm } from '../../../forms/use-form.ts'
import { Form } from '../../../ui/form/form.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface InlineConfirmationProps {
  question: string
  /** The label of the confirm button. `busyText` replaces it while the action runs. */
  confirm: string
  busyText: string
  cancel: string
  /** Runs the action. When it throws, the problem is shown and the confirmation stays open. */
  onConfirm: (values: FormValues) => Promise<void>
  onCancel: () => void
  children?: ReactNode
}

/** A question in the page that confirms an action. Escape cancels it. */
export function InlineConfirmation({
  question,
  confirm,
  cancel,
  onConfirm,
  onCancel,
  ...form
}: InlineConfirmationProps) {
  const state = useForm({ send: onConfirm })
  const id = useId()
  const { ref } = state.props
  useEffect(() => ref.current?.querySelector<HTMLElement>('textarea, [type=button]')?.focus(), [ref])
  return (
    <Form
      form={state}
      submit={confirm}
      busyText={form.busyText}
      cancel={<QuietButton onClick={onCancel}>{cancel}</QuietButton>}
      className="card stack comment-question"
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <strong id={id}>{question}</strong>
      {form.children}
    </Form>
  )
}
