import type { ReactNode } from 'react'
import { changeEmail, type MyAccount } from '#contract/my-account.ts'
import { api } from '../../../api/call-api.ts'
import { UNREACHABLE } from '../../../api/problem.ts'
import { fieldProblems } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { buildVerificationUrl } from '../mailed-links/verification-url.ts'
import { ExpandableForm } from './expandable-form.tsx'
import { ReauthenticationField, ReauthenticationProblem } from './reauthentication.tsx'
import { SectionFrame } from './section-frame.tsx'

interface EmailSectionProps {
  account: MyAccount
  /** Called after another address has been requested. */
  onAsked: () => Promise<void>
}

/** The section of the email address. A new address takes effect when the link in its mail is used. */
export function EmailSection({ account, onAsked }: EmailSectionProps) {
  const { email, pendingEmail } = account
  return (
    <SectionFrame title="Email" words="Where our mails reach you. Nobody else sees it.">
      <p>{email}</p>
      {pendingEmail && (
        <p className="note">
          <strong>{pendingEmail}</strong> waits for you to open the link in the mail we sent there. Until then your
          address stays as it is. To take it back, ask for your present address again.
        </p>
      )}
      <ExpandableForm label="Change email address">
        {(done, cancel) => <EmailForm account={account} cancel={cancel} onAsked={onAsked} onDone={done} />}
      </ExpandableForm>
    </SectionFrame>
  )
}

interface EmailFormProps extends EmailSectionProps {
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
      const body = { email, currentPassword, verificationUrl: buildVerificationUrl() }
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
      <ReauthenticationField id="account-email-password" hasPassword={hasPassword} error={errors.currentPassword} />
      <ReauthenticationProblem problem={problem} />
      <div className="buttons">
        <SubmitButton busy={busy} busyWords="Sending …">
          Send the link
        </SubmitButton>
        {cancel}
      </div>
    </form>
  )
}
