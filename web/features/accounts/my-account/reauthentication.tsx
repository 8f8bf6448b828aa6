import type { Problem } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'

/** Asks for the current password before a critical change. Without a password, a recent login is required instead. */
export function ReauthenticationField({ id, hasPassword }: { id: string; hasPassword: boolean }) {
  if (!hasPassword) {
    return (
      <p className="soft">You have no password, so for this you must have logged in within the last ten minutes.</p>
    )
  }
  return <PasswordField id={id} name="currentPassword" label="Current password" />
}

/** A button that logs out when a form needs a newer login. The page then shows the login. */
export function LoginTooOldButton({ problem }: { problem: Problem | null }) {
  const logout = useSession(({ logout }) => logout)
  if (problem?.code !== 'login_too_old') return null
  return (
    <button type="button" className="link-button" onClick={logout}>
      Log out now
    </button>
  )
}
