import { DeliveryPage } from './delivery/delivery-page.tsx'
import { StaffNote } from './editing/staff-access.tsx'
import { KitchenFrame } from './kitchen-frame.tsx'
import './editing/editing.css'

/** `/kitchen/:slug/delivery`. */
export const Screen = () => (
  <KitchenFrame tab="delivery">
    {(at) => (
      <>
        <StaffNote kitchen={at.kitchen} what="what delivery costs" />
        <DeliveryPage {...at} />
      </>
    )}
  </KitchenFrame>
)
