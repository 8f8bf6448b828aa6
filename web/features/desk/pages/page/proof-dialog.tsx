import { proveAccount } from '#contract/my-account.ts'
import { api } from '../../../../api/call-api.ts'
import { useForm } from '../../../../forms/use-form.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../../../ui/dialog/modal.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { PasswordField } from '../../../../ui/form/password-field.tsx'

/** Asks for the password of the account, which proves for 15 minutes that the author is at the keyboard. */
export function ProofDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const form = useForm({
    offline: 'There was no answer. Try again.',
    check: ({ password }) => ({ password: password ? undefined : 'Enter your password.' }),
    send: async ({ password = '' }) => {
      await api(proveAccount, { body: { password } })
      closeDialog(document.querySelector('.proof-form'))
      onProved()
    },
  })
  return (
    <Dialog title="Is it you?" onClose={onClose}>
      <p>What you publish is shown to every reader. Enter your password again; that holds for 15 minutes.</p>
      <Form form={form} submit="Go on" busyText="Checking …" className="form proof-form">
        <PasswordField id="proof-password" name="password" label="Password" />
      </Form>
    </Dialog>
  )
}
