import type { Problem } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'

interface ReauthenticationFieldProps {
  id: string
  hasPassword: boolean
  error: string | undefined
}

/** Asks for the current password before a critical change. Without a password, a recent login is required instead. */
export function ReauthenticationField({ id, hasPassword, error }: ReauthenticationFieldProps) {
  if (!hasPassword) {
    return (
      <p className="soft">You have no password, so for this you must have logged in within the last ten minutes.</p>
    )
  }
  return <PasswordField id={id} name="currentPassword" label="Current password" error={error} />
}

/** Shows the problem of a form. When the login is too old, a button logs out, and the page then shows the login. */
export function ReauthenticationProblem({ problem }: { problem: Problem | null }) {
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
