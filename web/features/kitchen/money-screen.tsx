import { KitchenFrame, mayEditKitchen } from './kitchen-frame.tsx'
import { StatementPage } from './money/money.tsx'

/** The screen of `/kitchen/:slug/money`, which only owners and admins may read. */
export const Screen = () => (
  <KitchenFrame tab="money">
    {({ kitchen }) =>
      mayEditKitchen(kitchen) ? (
        <StatementPage terms={kitchen.terms} />
      ) : (
        <p className="note">You work here as staff: what the kitchen is paid, only its owners see.</p>
      )
    }
  </KitchenFrame>
)
