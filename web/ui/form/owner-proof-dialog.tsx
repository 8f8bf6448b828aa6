import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { proveOwnership } from '#contract/my-account.ts'
import { accountQueryOptions } from '../../api/account-query.ts'
import { callForJson } from '../../api/call-api.ts'
import { hasPasskeySupport, passkeysQueryOptions, proveOwnershipWithPasskey } from '../../api/passkeys.ts'
import { QueryProvider } from '../../api/query-client.tsx'
import { useSession } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLoadAndNavigate } from '../../kit/go.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { closeDialog } from '../dialog/modal.tsx'
import { QuietButton } from '../quiet-button.tsx'
import { Form } from './form.tsx'
import { FormProblem } from './form-problem.tsx'
import { PasswordField } from './password-field.tsx'
import { SecondFactorCodeField, useSecondFactorNeeded } from './second-factor-code-field.tsx'

export interface OwnerProofDialogProps {
  /** A sentence that explains why the site asks for the proof. */
  reason: string
  onProved: () => void
  onClose: () => void
}

/**
 * Asks for the password or a passkey, which proves that the owner of the account is at the keyboard. The proof is valid
 * for 15 minutes. If the account has neither a password nor a passkey, the owner must log in again.
 */
export const OwnerProofDialog = ({ onClose, ...props }: OwnerProofDialogProps) => (
  <QueryProvider>
    <Dialog title="Is it you?" onClose={onClose}>
      <Proof {...props} />
    </Dialog>
  </QueryProvider>
)

function Proof({ reason, onProved }: Omit<OwnerProofDialogProps, 'onClose'>) {
  const account = useQuery(accountQueryOptions()).data
  const { data, error } = useQuery(passkeysQueryOptions())
  const passkeys = data?.passkeys
  const finish = () => {
    onProved()
    closeDialog(document.querySelector('.proof'))
  }
  // Most accounts have a password, so its field is shown before the account is loaded.
  const hasPassword = account?.hasPassword !== false
  const hasPasskey = passkeys !== undefined && passkeys.length > 0
  const hasNothing = !hasPassword && passkeys?.length === 0
  return (
    <div className="stack proof">
      {hasNothing ? (
        <p>
          {reason} You have neither a password nor a passkey, so a login within the last ten minutes shows that it is
          you. Log in again, and you come back to this page. Text that you have not sent may be lost.
        </p>
      ) : (
        <p>{reason} Show that it is you; that holds for 15 minutes.</p>
      )}
      {hasPassword && <PasswordProof email={account?.email} onProved={finish} />}
      {hasPasskey && <PasskeyProof onProved={finish} />}
      {hasNothing && <LoginAgain />}
      {!hasPassword && <FormProblem problem={error} />}
    </div>
  )
}

function PasswordProof({ email, onProved }: { email: string | undefined; onProved: () => void }) {
  const form = useForm({
    check: ({ password }) => ({ password: password ? undefined : 'Enter your password.' }),
    send: async ({ password = '', code }) => {
      await callForJson(proveOwnership, { body: { password, code } })
      onProved()
    },
  })
  const isCodeNeeded = useSecondFactorNeeded(form)
  return (
    <Form form={form} submit="Go on" busyText="Checking …">
      {/* Password managers use this hidden field to find the account. */}
      <input type="hidden" name="email" autoComplete="username" value={email ?? ''} readOnly />
      <PasswordField id="proof-password" name="password" label="Password" />
      {isCodeNeeded && <SecondFactorCodeField id="proof-code" />}
    </Form>
  )
}

function PasskeyProof({ onProved }: { onProved: () => void }) {
  const { busy, message, perform } = useAction()
  if (!hasPasskeySupport())
    return (
      <p className="soft">
        This browser cannot use your passkeys at this address. You can use them in the browser where you added them.
      </p>
    )
  return (
    <>
      <QuietButton busy={busy} onClick={() => perform({ run: () => proveOwnershipWithPasskey().then(onProved) })}>
        {busy ? 'Waiting for your passkey …' : 'Use a passkey'}
      </QuietButton>
      <FormProblem problem={message?.problem ?? null} />
    </>
  )
}

/** Logs the user out and opens the login, which returns to this page. */
function LoginAgain() {
  const logout = useSession(({ logout }) => logout)
  const { pathname, search, hash } = useLocation()
  const go = useLoadAndNavigate()
  const logInAgain = () => {
    void logout()
    void go(`/login?${new URLSearchParams({ returnTo: pathname + search + hash })}`)
  }
  return (
    <QuietButton kind="main" onClick={logInAgain}>
      Log in again
    </QuietButton>
  )
}
