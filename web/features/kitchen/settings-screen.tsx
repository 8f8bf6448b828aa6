import { KitchenFrame } from './kitchen-frame.tsx'
import { Members } from './settings/members.tsx'
import { SettingsForm } from './settings/settings-form.tsx'

/** The screen of `/kitchen/:slug/settings`: the settings and members of a kitchen. */
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
