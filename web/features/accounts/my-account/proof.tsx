import type { Problem } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'

interface ProofProps {
  id: string
  hasPassword: boolean
  error: string | undefined
}

/** What proves that the owner is at the keyboard: the password, or, where there is none, a login just before. */
export function Proof({ id, hasPassword, error }: ProofProps) {
  if (!hasPassword) {
    return (
      <p className="soft">You have no password, so for this you must have logged in within the last ten minutes.</p>
    )
  }
  return <PasswordField id={id} name="currentPassword" label="Current password" error={error} />
}

/** What is wrong with the whole form, and for a login too long ago, the way to a new one: this page asks for it. */
export function ProofProblem({ problem }: { problem: Problem | null }) {
  const logout = useSession(({ logout }) => logout)
  return (
    <FormProblem problem={problem}>
      {problem?.code === 'login_too_old' && (
        <button type="button" className="link-button" onClick={logout}>
          Log out now
        </button>
      )}
    </FormProblem>
  )
}
