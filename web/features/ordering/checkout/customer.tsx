import { useLocation } from 'react-router'
import { ORDER_TEXT_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { isReader, useSession } from '../../../api/session.ts'
import { Link } from '../../../kit/link.tsx'
import { Field } from '../../../ui/form/field.tsx'
import type { CheckoutDraft } from './draft.ts'

interface CustomerProps {
  draft: CheckoutDraft
  change: (changes: Partial<CheckoutDraft>) => void
  errors: Partial<Record<string, string>>
}

/** The customer: the user who is logged in, or a guest's name and email (S5.01), and a phone number. */
export function Customer({ draft, change, errors }: CustomerProps) {
  const { pathname } = useLocation()
  const { user, userReady, logout } = useSession()
  return (
    <fieldset className="stack checkout-part">
      <legend>Who you are</legend>
      {user && (
        <p className="checkout-who">
          <strong>{user.user}</strong>
          <span>{user.email}</span>
          {!isReader(user) && (
            <button type="button" className="link-button" onClick={() => logout()}>
              Use another name
            </button>
          )}
        </p>
      )}
      {!user && userReady && (
        <>
          <p>
            No account is needed. Or <Link to={`/login?returnTo=${encodeURIComponent(pathname)}`}>log in</Link>: what
            you have filled in stays.
          </p>
          <Field
            id="checkout-name"
            name="name"
            label="Name"
            required
            autoComplete="name"
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            error={errors.name}
          />
          <Field
            id="checkout-email"
            name="email"
            type="email"
            label="Email"
            required
            autoComplete="email"
            hint="The link to your order goes there."
            value={draft.email}
            onChange={(event) => change({ email: event.target.value })}
            error={errors.email}
          />
        </>
      )}
      <Field
        id="checkout-phone"
        name="phone"
        type="tel"
        label="Phone, if you like"
        autoComplete="tel"
        hint="So that the kitchen can reach you if something is wrong."
        maxLength={ORDER_TEXT_LENGTH_MAX}
        value={draft.phone}
        onChange={(event) => change({ phone: event.target.value })}
        error={errors.phone}
      />
    </fieldset>
  )
}
