import type { KitchenTerms } from '#contract/menu.ts'
import type { QuoteProblem } from '#contract/ordering.ts'
import { ADDRESS_LINE_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { Field } from '../../../ui/form/field.tsx'
import { useOrder } from '../cart/order-store.ts'
import { deliveryWords, knownPostcode, minimumWords } from '../kitchen-words.ts'

interface AddressProps {
  terms: KitchenTerms
  /** Those of the quote. */
  problems: readonly QuoteProblem[]
  errors: Partial<Record<string, string>>
}

/** Where it goes, kept with the order (S3.02); whether the kitchen delivers there, and for what, is said as one types. */
export function AddressPart({ terms, problems, errors }: AddressProps) {
  const address = useOrder((state) => state.address)
  const setAddress = useOrder((state) => state.setAddress)
  const postcode = knownPostcode(address.postcode)
  const refused = problems.find(({ code }) => code === 'outside_zones')?.message
  const says = postcode && !refused ? [deliveryWords(terms, postcode), minimumWords(terms, postcode)] : []
  const part = (name: 'address' | 'city' | 'postcode') => ({
    id: `checkout-${name}`,
    name,
    required: true,
    maxLength: ADDRESS_LINE_LENGTH_MAX,
    value: address[name],
    onChange: ({ target }: { target: { value: string } }) => setAddress({ [name]: target.value }),
    error: errors[name],
  })
  return (
    <fieldset className="stack checkout-part">
      <legend>Where to</legend>
      <Field {...part('address')} label="Street and number" autoComplete="street-address" />
      <div className="columns">
        <Field {...part('city')} label="Town" autoComplete="address-level2" />
        <Field
          {...part('postcode')}
          label="Postcode"
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          error={refused ?? errors.postcode}
        />
      </div>
      <p className="state" data-kind="good" role="status">
        {says.filter(Boolean).join('. ')}
      </p>
    </fieldset>
  )
}
