import type { KitchenTerms } from '#contract/menu.ts'
import type { QuoteProblem } from '#contract/ordering.ts'
import { ADDRESS_LINE_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { Field } from '../../../ui/form/field.tsx'
import { useOrder } from '../cart/order-store.ts'
import { describeDelivery, describeMinimum, parsePostcode } from '../kitchen-text.ts'

interface AddressProps {
  terms: KitchenTerms
  /** The problems of the quote. */
  problems: readonly QuoteProblem[]
  errors: Partial<Record<string, string>>
}

/** The delivery address, stored with the order (S3.02). The terms of delivery follow the postcode while it is entered. */
export function AddressPart({ terms, problems, errors }: AddressProps) {
  const address = useOrder((state) => state.address)
  const setAddress = useOrder((state) => state.setAddress)
  const postcode = parsePostcode(address.postcode)
  const zoneProblem = problems.find(({ code }) => code === 'outside_zones')?.message
  const deliveryTexts =
    postcode && !zoneProblem ? [describeDelivery(terms, postcode), describeMinimum(terms, postcode)] : []
  const propsOf = (name: 'address' | 'city' | 'postcode') => ({
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
      <Field {...propsOf('address')} label="Street and number" autoComplete="street-address" />
      <div className="columns">
        <Field {...propsOf('city')} label="Town" autoComplete="address-level2" />
        <Field
          {...propsOf('postcode')}
          label="Postcode"
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          error={zoneProblem ?? errors.postcode}
        />
      </div>
      <p className="state" data-kind="good" role="status">
        {deliveryTexts.filter(Boolean).join('. ')}
      </p>
    </fieldset>
  )
}
