import { AmountField } from '../editing/amount-field.tsx'
import type { bindFields } from '../editing/bind-fields.ts'
import type { FeesValues } from './delivery-values.ts'

interface FeeFieldsProps {
  field: ReturnType<typeof bindFields<FeesValues>>
  currency: string
  hints: FeesValues
}

export const FeeFields = ({ field, currency, hints }: FeeFieldsProps) => (
  <div className="columns">
    <AmountField label="Delivery" hint={hints.fee} currency={currency} {...field('fee')} />
    <AmountField label="Free over" hint={hints.freeOver} currency={currency} {...field('freeOver')} />
    <AmountField label="Minimum order" hint={hints.minimum} currency={currency} {...field('minimum')} />
  </div>
)
