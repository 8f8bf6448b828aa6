import { type ReactNode, useState } from 'react'
import { type FormValues, useForm } from '../../../forms/use-form.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { useReplacedButtonFocus } from '../../../ui/dialog/use-replaced-focus.ts'
import { Form } from '../../../ui/form/form.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ActionStatus } from './action-status.tsx'

interface OpenFormProps {
  submit: string
  busyText?: string
  check: (values: FormValues) => Problems
  /** Sends the form. @returns the message to show */
  send: (values: FormValues) => Promise<string>
  children: ReactNode
}

/**
 * A button that opens a form in the place of the button and focuses the first field. Closing the form focuses the
 * button again.
 */
export function ExpandableForm({ label, about, ...form }: OpenFormProps & { label: string; about?: string }) {
  const [open, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const { box, button } = useReplacedButtonFocus<HTMLDivElement>(open, 'input:not([type=hidden])')
  function toggle(isOpen: boolean, message = '') {
    setMessage(message)
    setOpen(isOpen)
  }
  return (
    <>
      {open ? (
        <div ref={box}>
          <OpenForm {...form} onClose={(message) => toggle(false, message)} />
        </div>
      ) : (
        <QuietButton ref={button} {...(about && { about })} onClick={() => toggle(true)}>
          {label}
        </QuietButton>
      )}
      <ActionStatus message={{ text: message }} />
    </>
  )
}

function OpenForm({
  submit,
  busyText = 'Saving …',
  check,
  send,
  children,
  onClose,
}: OpenFormProps & { onClose: (message?: string) => void }) {
  const form = useForm({ check, send: async (values) => onClose(await send(values)) })
  return (
    <Form
      form={form}
      submit={submit}
      busyText={busyText}
      cancel={<QuietButton onClick={() => onClose()}>Cancel</QuietButton>}
    >
      {children}
    </Form>
  )
}
