import { useQuery } from '@tanstack/react-query'
import { proveAccount } from '#contract/my-account.ts'
import { api } from '../../api/call-api.ts'
import { hasPasskeySupport, passkeysQuery, proveWithPasskey } from '../../api/passkeys.ts'
import { UNREACHABLE } from '../../api/problem.ts'
import { useAction } from '../../api/use-action.ts'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { closeDialog } from '../dialog/modal.tsx'
import { QuietButton } from '../quiet-button.tsx'
import { CodeField, useCodeNeeded } from './code-field.tsx'
import { Form } from './form.tsx'
import { FormProblem } from './form-problem.tsx'
import { PasswordField } from './password-field.tsx'

interface ProofDialogProps {
  /** Why the site asks, as a sentence. */
  reason: string
  onProved: () => void
  onClose: () => void
}

/** Asks for the password or a passkey, which proves for 15 minutes that the owner of the account is at the keyboard. */
export function ProofDialog({ reason, onProved, onClose }: ProofDialogProps) {
  const { data } = useQuery({ ...passkeysQuery(), enabled: hasPasskeySupport() })
  const { busy, message, perform } = useAction()
  const finish = () => {
    closeDialog(document.querySelector('.proof-form'))
    onProved()
  }
  const form = useForm({
    offline: UNREACHABLE,
    check: ({ password }) => ({ password: password ? undefined : 'Enter your password.' }),
    send: async ({ password = '', code }) => {
      await api(proveAccount, { body: { password, code } })
      finish()
    },
  })
  const isCodeNeeded = useCodeNeeded(form)
  return (
    <Dialog title="Is it you?" onClose={onClose}>
      <p>{reason} Show that it is you; that holds for 15 minutes.</p>
      <Form form={form} submit="Go on" busyText="Checking …" className="form proof-form">
        <PasswordField id="proof-password" name="password" label="Password" />
        {isCodeNeeded && <CodeField id="proof-code" />}
      </Form>
      {data && data.passkeys.length > 0 && (
        <>
          <QuietButton busy={busy} onClick={() => perform({ run: () => proveWithPasskey().then(finish) })}>
            {busy ? 'Waiting for your passkey …' : 'Use a passkey'}
          </QuietButton>
          <FormProblem problem={message?.problem ?? null} />
        </>
      )}
    </Dialog>
  )
}
