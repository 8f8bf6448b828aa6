import { useState } from 'react'
import { saveKitchenSettings } from '#contract/kitchen.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { callForJson } from '../../api/call-api.ts'
import { Field } from '../../ui/form/field.tsx'
import {
  describeDeliveryToPostcode,
  type FeesValues,
  findAmountProblem,
  findFeesProblems,
  parseAmount,
  toDeliveryZones,
  toFees,
  toFeesValues,
  toZonesValues,
} from './delivery/delivery-values.ts'
import { FeeFields, ZonesForm } from './delivery/zones-form.tsx'
import { AmountField } from './editing/amount-field.tsx'
import { type FormDraftHandle, useFormDraft } from './editing/drafts.ts'
import { KitchenFormFrame } from './editing/kitchen-form.tsx'
import { selectChanges } from './editing/merge.ts'
import { KitchenFrame, type KitchenPageProps, mayEditKitchen } from './kitchen-frame.tsx'

/** The screen of `/kitchen/:slug/delivery`: the delivery zones and fees. */
export const Screen = () => <KitchenFrame tab="delivery">{(page) => <DeliveryPage {...page} />}</KitchenFrame>

function DeliveryPage(page: KitchenPageProps) {
  const { terms } = page.kitchen
  const { vId, currency } = terms
  const isEditable = mayEditKitchen(page.kitchen)
  const fees = useFormDraft(`fees-${vId}`, toFeesValues(terms, currency), isEditable)
  const zones = useFormDraft(`zones-${vId}`, toZonesValues(terms.zones, currency), isEditable)
  const edited = { ...terms, ...toFees(fees.fields, currency), zones: toDeliveryZones(zones.fields, currency) }
  return (
    <div className="split editing">
      <div className="stack" data-gap="large">
        <FeesForm {...page} edited={fees} />
        <ZonesForm {...page} edited={zones} />
      </div>
      <DeliveryPreview terms={edited} />
    </div>
  )
}

const hints = { fee: 'Empty: free', freeOver: 'Empty: never free', minimum: 'For delivery. Empty: none' }

function FeesForm(props: KitchenPageProps & { edited: FormDraftHandle<FeesValues> }) {
  const { terms } = props.kitchen
  const { vId, currency } = terms
  return (
    <KitchenFormFrame
      {...props}
      title="As usual"
      heading={<h2>As usual</h2>}
      check={(fees) => findFeesProblems(fees, currency)}
      send={(fees) => {
        const body = selectChanges(toFees(fees, currency), toFees(toFeesValues(terms, currency), currency))
        return callForJson(saveKitchenSettings, { params: { vId }, body })
      }}
      done="What delivery costs is saved."
      saveLabel="Save what it costs"
    >
      {({ field }) => <FeeFields field={field} currency={currency} hints={hints} />}
    </KitchenFormFrame>
  )
}

function DeliveryPreview({ terms }: { terms: KitchenTerms }) {
  const [postcode, setPostcode] = useState('')
  const [subtotal, setSubtotal] = useState('')
  const { currency } = terms
  return (
    <section className="card form sticky-card" aria-labelledby="preview">
      <h2 id="preview">What would a customer pay?</h2>
      <div className="columns">
        <Field
          name="postcode"
          label="Postcode"
          autoComplete="off"
          value={postcode}
          onChange={({ currentTarget }) => setPostcode(currentTarget.value)}
        />
        <AmountField
          name="subtotal"
          label="Food for"
          currency={currency}
          value={subtotal}
          error={findAmountProblem(subtotal, currency)}
          onChange={({ currentTarget }) => setSubtotal(currentTarget.value)}
        />
      </div>
      <p role="status" className="work-lead">
        {terms.services.includes('delivery')
          ? describeDeliveryToPostcode(terms, postcode, parseAmount(subtotal, currency))
          : 'You do not deliver: choose delivery in the settings.'}
      </p>
    </section>
  )
}
