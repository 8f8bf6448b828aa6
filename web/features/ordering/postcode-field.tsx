import { useId } from 'react'
import { ADDRESS_LINE_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { useOrderStore } from './cart/order-store.ts'

/** The field for the postcode, which decides the delivery fee. The postcode is stored with the order. */
export function PostcodeField({ label }: { label: string }) {
  const postcode = useOrderStore((state) => state.address.postcode)
  const setAddress = useOrderStore((state) => state.setAddress)
  const id = useId()
  return (
    <div className="field order-postcode">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        autoComplete="postal-code"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={ADDRESS_LINE_LENGTH_MAX}
        placeholder="such as AB1 2CD"
        value={postcode}
        onChange={(event) => setAddress({ postcode: event.target.value })}
      />
    </div>
  )
}
