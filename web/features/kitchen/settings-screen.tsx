import { KitchenFrame } from './kitchen-frame.tsx'
import { Members } from './settings/members.tsx'
import { SettingsForm } from './settings/settings-form.tsx'

/** `/kitchen/:slug/settings`. */
export const Screen = () => (
  <KitchenFrame tab="settings">
    {(page) => (
      <div className="split editing">
        <SettingsForm {...page} />
        <Members {...page} />
      </div>
    )}
  </KitchenFrame>
)
