import { useEffect, useId } from 'react'
import { useForm } from '../../../forms/use-form.ts'
import { Form } from '../../../ui/form/form.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

export interface InlineConfirmationProps {
  question: string
  /** The label of the confirm button. `busyText` replaces it while the action runs. */
  confirm: string
  busyText: string
  cancel: string
  /** The label of the field for a reason. Without a label, there is no field. */
  reasonLabel?: string
  /**
   * Runs the action. When it throws, the problem is shown and the confirmation stays open.
   * @param reason the typed reason; empty when none was given
   */
  onConfirm: (reason: string) => Promise<void>
  onCancel: () => void
}

/** A question in the page that confirms an action. Escape cancels it. */
export function InlineConfirmation({
  question,
  confirm,
  busyText,
  cancel,
  reasonLabel,
  onConfirm,
  onCancel,
}: InlineConfirmationProps) {
  const form = useForm({ send: ({ reason = '' }) => onConfirm(reason) })
  const id = useId()
  const { ref } = form.props
  useEffect(() => ref.current?.querySelector<HTMLElement>('textarea, [type=button]')?.focus(), [ref])
  return (
    <Form
      form={form}
      submit={confirm}
      busyText={busyText}
      cancel={<QuietButton onClick={onCancel}>{cancel}</QuietButton>}
      className="card stack comment-question"
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <strong id={id}>{question}</strong>
      {reasonLabel && (
        <>
          <label htmlFor={`${id}-reason`}>{reasonLabel}</label>
          <textarea id={`${id}-reason`} name="reason" rows={2} maxLength={500} />
        </>
      )}
    </Form>
  )
}
