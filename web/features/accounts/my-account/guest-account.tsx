import type { AuthUser } from '#contract/accounts.ts'
import { useSession } from '../../../api/session.ts'
import { Link } from '../../../kit/link.tsx'
import { Section } from './section.tsx'

/** What a guest is, and how to become a customer. */
export function GuestAccount({ user }: { user: AuthUser }) {
  const logout = useSession(({ logout }) => logout)
  return (
    <Section
      title="You are a guest"
      words="A guest has given a name and an email address, and nobody has confirmed that it is theirs."
    >
      <dl className="facts">
        <dt>Name</dt>
        <dd>{user.user}</dd>
        <dt>Email</dt>
        <dd>{user.email}</dd>
      </dl>
      <p>
        A guest has no password, no picture and nothing to look after here, and is forgotten by this browser after a day
        away. To become a customer, sign up with the same email address and open the link in our mail: then the address
        is yours, and so is what you did with it as a guest.
      </p>
      <div className="buttons">
        <Link className="button" to="/login?mode=signup&returnTo=%2Faccount">
          Sign up
        </Link>
        <button type="button" className="quiet-button" onClick={logout}>
          Log out
        </button>
      </div>
    </Section>
  )
}
