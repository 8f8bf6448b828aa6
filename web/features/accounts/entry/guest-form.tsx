import { useState } from 'react'
import { findGuestProblems, logInGuest } from '../../../api/guest-login.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

/**
 * The form to continue as a guest (S7.07, S5.01). A button opens and closes the form (S2.30); the form keeps its
 * values.
 */
export function GuestForm() {
  const [open, setOpen] = useState(false)
  const form = useForm({
    check: findGuestProblems,
    send: logInGuest,
    offline: 'Guest login failed. Try again.',
  })
  return (
    <>
      <QuietButton
        className="quiet-button way"
        aria-expanded={open}
        aria-controls="guest-form"
        onClick={() => setOpen(!open)}
      >
        Continue as a guest
      </QuietButton>
      <Form
        form={form}
        submit="Continue"
        busyText="Letting you in …"
        id="guest-form"
        hidden={!open}
        aria-label="Continue as a guest"
      >
        <Field id="guest-name" name="name" label="Name" required autoComplete="name" />
        <Field id="guest-email" name="email" type="email" label="Email" required autoComplete="email" />
      </Form>
    </>
  )
}
