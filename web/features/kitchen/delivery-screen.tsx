import { saveKitchenSettings } from '#contract/kitchen.ts'
import { api } from '../../api/call-api.ts'
import { DeliveryPreview } from './delivery/delivery-preview.tsx'
import {
  type FeesValues,
  feesFrom,
  feesProblems,
  toFeesValues,
  toZonesValues,
  zonesFrom,
} from './delivery/delivery-values.ts'
import { FeeFields } from './delivery/fee-fields.tsx'
import { ZonesForm } from './delivery/zones-form.tsx'
import { type FormDraft, useFormDraft } from './editing/drafts.ts'
import { KitchenForm } from './editing/kitchen-form.tsx'
import { KitchenFrame, type KitchenPageProps } from './kitchen-frame.tsx'

/** `/kitchen/:slug/delivery`. */
export const Screen = () => <KitchenFrame tab="delivery">{(page) => <DeliveryPage {...page} />}</KitchenFrame>

/** The forms for fees and zones, and a preview with the edits of both. */
function DeliveryPage(page: KitchenPageProps) {
  const { terms } = page.kitchen
  const { vId, currency } = terms
  const fees = useFormDraft(`fees-${vId}`, toFeesValues(terms, currency))
  const zones = useFormDraft(`zones-${vId}`, toZonesValues(terms.zones, currency))
  const edited = { ...terms, ...feesFrom(fees.fields, currency), zones: zonesFrom(zones.fields, currency) }
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

/** The form for delivery fees and the minimum order. */
function FeesForm(props: KitchenPageProps & { edited: FormDraft<FeesValues> }) {
  const { terms } = props.kitchen
  const { vId, currency } = terms
  return (
    <KitchenForm
      {...props}
      id="fees"
      title="As usual"
      heading={<h2>As usual</h2>}
      check={(fees) => feesProblems(fees, currency)}
      send={(fees) => api(saveKitchenSettings, { params: { vId }, body: { ...terms, ...feesFrom(fees, currency) } })}
      done="What delivery costs is saved."
      saveLabel="Save what it costs"
    >
      {({ field }) => <FeeFields field={field} currency={currency} hints={hints} />}
    </KitchenForm>
  )
}
