import { StaffNote } from './editing/staff-access.tsx'
import { KitchenFrame } from './kitchen-frame.tsx'
import { Members } from './settings/members.tsx'
import { SettingsForm } from './settings/settings-form.tsx'
import './editing/editing.css'

/** `/kitchen/:slug/settings`. */
export const Screen = () => (
  <KitchenFrame tab="settings">
    {(at) => (
      <>
        <StaffNote kitchen={at.kitchen} what="the settings" />
        <div className="split editing">
          <SettingsForm {...at} />
          <Members {...at} />
        </div>
      </>
    )}
  </KitchenFrame>
)
