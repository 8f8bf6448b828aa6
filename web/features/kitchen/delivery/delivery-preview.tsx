import { useState } from 'react'
import type { KitchenTerms } from '#contract/menu.ts'
import { Field } from '../../../ui/form/field.tsx'
import { AmountField } from '../editing/amount-field.tsx'
import { amountProblem, describeDelivery, parseAmount } from './delivery-values.ts'

/** Shows what a customer would pay with the edited fees and zones. */
export function DeliveryPreview({ terms }: { terms: KitchenTerms }) {
  const [postcode, setPostcode] = useState('')
  const [subtotal, setSubtotal] = useState('')
  const { currency } = terms
  return (
    <section className="card form sticky-card" aria-labelledby="preview">
      <h2 id="preview">What would a customer pay?</h2>
      <div className="columns">
        <Field
          id="preview-postcode"
          name="postcode"
          label="Postcode"
          autoComplete="off"
          value={postcode}
          onChange={({ currentTarget }) => setPostcode(currentTarget.value)}
        />
        <AmountField
          id="preview-subtotal"
          name="subtotal"
          label="Food for"
          currency={currency}
          value={subtotal}
          error={amountProblem(subtotal, currency)}
          onChange={({ currentTarget }) => setSubtotal(currentTarget.value)}
        />
      </div>
      <p role="status" className="work-lead">
        {terms.services.includes('delivery')
          ? describeDelivery(terms, postcode, parseAmount(subtotal, currency))
          : 'You do not deliver: choose delivery in the settings.'}
      </p>
    </section>
  )
}
