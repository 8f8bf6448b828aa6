import { useState } from 'react'
import type { guestCheckout } from '#contract/accounts.ts'
import { errors } from '#contract/errors.ts'
import { Field } from '../kit/field.tsx'
import { fieldProblems } from '../kit/field-problems.ts'
import { FormProblem } from '../kit/form-problem.tsx'
import { useSession } from '../kit/session.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useForm } from '../kit/use-form.ts'
import { post } from './post.ts'

/** Lets somebody on without an account (S7.07, S5.01): a button opens and closes the form (S2.30), which keeps its words. */
export function GuestForm() {
  const [open, setOpen] = useState(false)
  const loggedIn = useSession((session) => session.loggedIn)
  const form = useForm({
    check: ({ name = '', email = '' }) => {
      const incomplete = errors.guest_incomplete.message
      if (!name.trim()) return { name: incomplete }
      if (!email.trim()) return { email: incomplete }
      return { name: fieldProblems.name(name), email: fieldProblems.email(email) }
    },
    send: async ({ name = '', email = '' }) => {
      try {
        const { token, refreshToken } = await post<typeof guestCheckout>('/auth/guestcheckout', { name, email })
        await loggedIn({ accessToken: token, refreshToken })
      } catch (error) {
        // S8.03, and the person is told too.
        console.info('Guest login failed', error)
        throw error
      }
    },
    offline: 'Guest login failed. Try again.',
  })
  return (
    <>
      <button
        type="button"
        className="way"
        aria-expanded={open}
        aria-controls="guest-form"
        onClick={() => setOpen(!open)}
      >
        Continue as a guest
      </button>
      <form id="guest-form" className="form" hidden={!open} aria-label="Continue as a guest" {...form.props}>
        <Field id="guest-name" name="name" label="Name" required autoComplete="name" error={form.errors.name} />
        <Field
          id="guest-email"
          name="email"
          type="email"
          label="Email"
          required
          autoComplete="email"
          error={form.errors.email}
        />
        <FormProblem problem={form.problem} />
        <SubmitButton busy={form.busy} busyWords="Letting you in …">
          Continue
        </SubmitButton>
      </form>
    </>
  )
}
