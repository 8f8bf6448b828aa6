import { saveKitchenSettings } from '#contract/kitchen.ts'
import { api } from '../../../api/call-api.ts'
import type { FormDraft } from '../editing/drafts.ts'
import { KitchenForm } from '../editing/kitchen-form.tsx'
import type { KitchenPageProps } from '../kitchen-frame.tsx'
import { type FeesValues, feesFrom, feesProblems } from './delivery-values.ts'
import { FeeFields } from './fee-fields.tsx'

const hints = { fee: 'Empty: free', freeOver: 'Empty: never free', minimum: 'For delivery. Empty: none' }

/** The form for delivery fees and the minimum order. */
export function FeesForm(props: KitchenPageProps & { edited: FormDraft<FeesValues> }) {
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
