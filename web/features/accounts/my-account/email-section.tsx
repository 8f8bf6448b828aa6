import { type MyAccount, requestEmailChange } from '#contract/my-account.ts'
import { callForJson } from '../../../api/call-api.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { buildVerificationUrl } from '../mailed-links/verification-url.ts'
import { ExpandableForm } from './expandable-form.tsx'
import { SectionFrame } from './section-frame.tsx'

interface EmailSectionProps {
  account: MyAccount
  /** Called after a change of the email address has been requested. */
  onAsked: () => Promise<void>
}

/**
 * The section of the email address. A new email address takes effect when the reader opens the link in the mail that is
 * sent to the new address.
 */
export function EmailSection({ account: { email, pendingEmail }, onAsked }: EmailSectionProps) {
  const { withProof, dialog } = useOwnerProofDialog('A mail to your address can open your account.')
  return (
    <SectionFrame title="Email" description="Where our mails reach you. Nobody else sees it.">
      <p>{email}</p>
      {pendingEmail && (
        <p className="note">
          <strong>{pendingEmail}</strong> waits for you to open the link in the mail we sent there. Until then your
          address stays as it is. To take it back, ask for your present address again.
        </p>
      )}
      <ExpandableForm
        label="Change email address"
        submit="Send the link"
        busyText="Sending …"
        check={({ email = '' }) => ({ email: fieldChecks.email(email) })}
        send={async ({ email = '' }) => {
          const body = { email, verificationUrl: buildVerificationUrl() }
          const { message } = await withProof(() => callForJson(requestEmailChange, { body }))
          await onAsked()
          return message
        }}
      >
        <Field
          id="account-email"
          name="email"
          type="email"
          label="New email address"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </ExpandableForm>
      {dialog}
    </SectionFrame>
  )
}
