import { useLocation } from 'react-router'
import type { KitchenTerms } from '#contract/menu.ts'
import type { QuoteProblem } from '#contract/ordering.ts'
import { ADDRESS_LINE_LENGTH_MAX, NOTE_LENGTH_MAX, PHONE_AND_REFERRAL_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { hasReaderRights, useSession } from '../../../api/session.ts'
import { bindFields } from '../../../forms/bind-fields.ts'
import { formatLengthLeft } from '../../../forms/field-problems.ts'
import { Link } from '../../../kit/link.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextareaField } from '../../../ui/form/textarea-field.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { useOrderStore } from '../cart/order-store.ts'
import { describeDeliveryFee, describeMinimumOrder, parsePostcode } from '../kitchen-text.ts'
import type { CheckoutDraft } from './draft.ts'

interface AddressFieldsProps {
  terms: KitchenTerms
  problems: readonly QuoteProblem[]
}

/**
 * The delivery address, stored with the order (S3.02). The delivery terms below it change with the postcode while the
 * customer types.
 */
export function AddressFields({ terms, problems }: AddressFieldsProps) {
  const { address, setAddress } = useOrderStore()
  const postcode = parsePostcode(address.postcode)
  const zoneProblem = problems.find(({ code }) => code === 'outside_zones')?.message
  const deliveryTexts =
    postcode && !zoneProblem ? [describeDeliveryFee(terms, postcode), describeMinimumOrder(terms, postcode)] : []
  const bind = bindFields(address, setAddress)
  const limits = { required: true, maxLength: ADDRESS_LINE_LENGTH_MAX }
  return (
    <fieldset className="stack checkout-part">
      <legend>Where to</legend>
      <Field {...bind('address')} {...limits} label="Street and number" autoComplete="street-address" />
      <div className="columns">
        <Field {...bind('city')} {...limits} label="Town" autoComplete="address-level2" />
        <Field
          {...bind('postcode')}
          {...limits}
          label="Postcode"
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          error={zoneProblem}
        />
      </div>
      <p className="state" data-kind="good" role="status">
        {deliveryTexts.filter(Boolean).join('. ')}
      </p>
    </fieldset>
  )
}

interface CustomerFieldsProps {
  draft: CheckoutDraft
  change: (changes: Partial<CheckoutDraft>) => void
}

/** The fields for the customer: a guest's name and email (S5.01) unless there is a session, and a phone number. */
export function CustomerFields({ draft, change }: CustomerFieldsProps) {
  const { pathname } = useLocation()
  const { user, userReady, isAuthenticated, logout } = useSession()
  const bind = bindFields(draft, change)
  return (
    <fieldset className="stack checkout-part">
      <legend>Who you are</legend>
      {user && (
        <p className="checkout-who">
          <strong>{user.user}</strong>
          <span className="soft">{user.email}</span>
          {!hasReaderRights(user) && <TextButton onClick={() => logout()}>Use another name</TextButton>}
        </p>
      )}
      {!user && userReady && !isAuthenticated && (
        <>
          <p>
            No account is needed. Or <Link to={`/login?returnTo=${encodeURIComponent(pathname)}`}>log in</Link>: what
            you have filled in stays.
          </p>
          <Field {...bind('name')} label="Name" required autoComplete="name" />
          <Field
            {...bind('email')}
            type="email"
            label="Email"
            required
            autoComplete="email"
            hint="The link to your order goes there."
          />
        </>
      )}
      <Field
        {...bind('phone')}
        type="tel"
        label="Phone, if you like"
        autoComplete="tel"
        hint="So that the kitchen can reach you if something is wrong."
        maxLength={PHONE_AND_REFERRAL_LENGTH_MAX}
      />
    </fieldset>
  )
}

/** The fields for a note to the kitchen, and for how the customer heard of the site. */
export function NoteAndReferralFields({ draft, change }: CustomerFieldsProps) {
  const { referral, setReferral } = useOrderStore()
  return (
    <fieldset className="stack checkout-part">
      <legend>Anything else</legend>
      <TextareaField
        {...bindFields(draft, change)('note')}
        label="Note for the kitchen, if you like"
        hint={`${formatLengthLeft(draft.note, NOTE_LENGTH_MAX)}. What you must not eat belongs to each dish, so that the kitchen has to confirm it.`}
      />
      <Field
        {...bindFields({ referral }, ({ referral = '' }) => setReferral(referral))('referral')}
        label="How did you hear of us, if you like"
        maxLength={PHONE_AND_REFERRAL_LENGTH_MAX}
      />
    </fieldset>
  )
}
