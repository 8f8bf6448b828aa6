import { StaffNote } from './editing/staff-access.tsx'
import { HoursForm } from './hours/hours-form.tsx'
import { KitchenFrame } from './kitchen-frame.tsx'
import './editing/editing.css'
import './hours/hours.css'

/** `/kitchen/:slug/hours`. */
export const Screen = () => (
  <KitchenFrame tab="hours">
    {(at) => (
      <>
        <StaffNote kitchen={at.kitchen} what="the hours" />
        <HoursForm {...at} />
      </>
    )}
  </KitchenFrame>
)
