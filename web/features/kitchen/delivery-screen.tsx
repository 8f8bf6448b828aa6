import { DeliveryPreview } from './delivery/delivery-preview.tsx'
import { feesFrom, toFeesValues, toZonesValues, zonesFrom } from './delivery/delivery-values.ts'
import { FeesForm } from './delivery/fees-form.tsx'
import { ZonesForm } from './delivery/zones-form.tsx'
import { useFormDraft } from './editing/drafts.ts'
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
