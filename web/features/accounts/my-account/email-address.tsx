import type { ReactNode } from 'react'
import { changeEmail, type MyAccount } from '#contract/my-account.ts'
import { api } from '../../../api/call-api.ts'
import { UNREACHABLE } from '../../../api/problem.ts'
import { fieldProblems } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { verificationUrl } from '../mailed-links/verification-url.ts'
import { Change } from './change.tsx'
import { Proof, ProofProblem } from './proof.tsx'
import { Section } from './section.tsx'

interface EmailAddressProps {
  account: MyAccount
  /** Another address has been asked for. */
  onAsked: () => Promise<void>
}

/** The address that mails go to and one logs in with; another one counts once its mail has been answered. */
export function EmailAddress({ account, onAsked }: EmailAddressProps) {
  const { email, pendingEmail } = account
  return (
    <Section title="Email" words="Where our mails reach you. Nobody else sees it.">
      <p>{email}</p>
      {pendingEmail && (
        <p className="note">
          <strong>{pendingEmail}</strong> waits for you to open the link in the mail we sent there. Until then your
          address stays as it is. To take it back, ask for your present address again.
        </p>
      )}
      <Change label="Change email address">
        {(done, cancel) => <EmailForm account={account} cancel={cancel} onAsked={onAsked} onDone={done} />}
      </Change>
    </Section>
  )
}

interface EmailFormProps extends EmailAddressProps {
  cancel: ReactNode
  onDone: (words: string) => void
}

function EmailForm({ account: { hasPassword }, cancel, onAsked, onDone }: EmailFormProps) {
  const { props, busy, errors, problem } = useForm({
    offline: UNREACHABLE,
    check: ({ email = '', currentPassword }) => ({
      email: fieldProblems.email(email),
      currentPassword: hasPassword ? fieldProblems.password(currentPassword ?? '') : undefined,
    }),
    send: async ({ email = '', currentPassword }) => {
      const body = { email, currentPassword, verificationUrl: verificationUrl() }
      const { message } = await api(changeEmail, { body })
      await onAsked()
      onDone(message)
    },
  })
  return (
    <form className="form" {...props}>
      <Field
        id="account-email"
        name="email"
        type="email"
        label="New email address"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
      />
      <Proof id="account-email-password" hasPassword={hasPassword} error={errors.currentPassword} />
      <ProofProblem problem={problem} />
      <div className="buttons">
        <SubmitButton busy={busy} busyWords="Sending …">
          Send the link
        </SubmitButton>
        {cancel}
      </div>
    </form>
  )
}
