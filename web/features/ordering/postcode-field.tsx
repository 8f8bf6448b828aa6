import { useId } from 'react'
import { ADDRESS_LINE_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { useEarlyInputRef } from '../../forms/use-early-input.ts'
import { useOrderStore } from './cart/order-store.ts'

/** The field for the postcode, which decides the delivery fee. The postcode is stored with the order. */
export function OrderPostcodeField({ label }: { label: string }) {
  const postcode = useOrderStore((state) => state.address.postcode)
  const setAddress = useOrderStore((state) => state.setAddress)
  const setPostcode = ({ value }: HTMLInputElement) => setAddress({ postcode: value })
  const field = useEarlyInputRef(setPostcode)
  const id = useId()
  return (
    <div className="field order-postcode needs-scripts">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="text"
        autoComplete="postal-code"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={ADDRESS_LINE_LENGTH_MAX}
        placeholder="such as AB1 2CD"
        value={postcode}
        onChange={(event) => setPostcode(event.target)}
      />
    </div>
  )
}
