import { useEdited } from '../editing/drafts.ts'
import type { AtKitchen } from '../kitchen-frame.tsx'
import { DeliveryPreview } from './delivery-preview.tsx'
import { type FeesTyped, feesFrom, feesTyped, type ZonesTyped, zonesFrom, zonesTyped } from './delivery-typed.ts'
import { FeesForm } from './fees-form.tsx'
import { ZonesForm } from './zones-form.tsx'

/** What delivery costs and where it goes to; the preview is of both as they are typed. */
export function DeliveryPage(at: AtKitchen) {
  const { terms } = at.kitchen
  const { vId, currency } = terms
  const fees = useEdited<FeesTyped>(`fees-${vId}`, feesTyped(terms, currency))
  const zones = useEdited<ZonesTyped>(`zones-${vId}`, zonesTyped(terms.zones, currency))
  const typed = { ...terms, ...feesFrom(fees.fields, currency), zones: zonesFrom(zones.fields, currency) }
  return (
    <div className="split editing">
      <div className="stack" data-gap="large">
        <FeesForm {...at} edited={fees} />
        <ZonesForm {...at} edited={zones} />
      </div>
      <DeliveryPreview terms={typed} />
    </div>
  )
}
