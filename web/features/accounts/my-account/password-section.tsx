import { changePassword, type MyAccount } from '#contract/my-account.ts'
import { callForJson } from '../../../api/call-api.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { ExpandableForm } from './expandable-form.tsx'
import { SectionFrame } from './section-frame.tsx'

interface PasswordSectionProps {
  account: MyAccount
  onChanged: () => void
}

export function PasswordSection({ account: { hasPassword, email }, onChanged }: PasswordSectionProps) {
  const { withProof, dialog } = useOwnerProofDialog('The way you log in is about to change.')
  return (
    <SectionFrame
      anchor="password"
      title="Password"
      description="A new one ends your sessions everywhere else: whoever may know the old one is out. This one stays."
    >
      <p>
        {hasPassword
          ? 'Choose one that you use nowhere else.'
          : 'You have none yet. With one, you can log in with your email address.'}
      </p>
      <ExpandableForm
        label={hasPassword ? 'Change password' : 'Set a password'}
        submit={hasPassword ? 'Change password' : 'Set password'}
        check={({ newPassword = '' }) => ({ newPassword: fieldChecks.newPassword(newPassword, email) })}
        send={async ({ newPassword = '' }) => {
          await withProof(() => callForJson(changePassword, { body: { newPassword } }))
          onChanged()
          return `Your password is ${hasPassword ? 'changed' : 'set'}. Every other session has ended.`
        }}
      >
        {/* Password managers use this hidden field to find the account. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField id="account-password-new" name="newPassword" label="New password" isNew />
      </ExpandableForm>
      {dialog}
    </SectionFrame>
  )
}
