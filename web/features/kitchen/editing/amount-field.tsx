import { type CurrencyUnit, getCurrencySymbol } from '#contract/money.ts'
import { Field, type FieldProps } from '../../../ui/form/field.tsx'

/** A field for an amount of money, with the currency's sign in the label. */
export const AmountField = ({ currency, label, ...field }: FieldProps & { currency: CurrencyUnit }) => (
  <Field {...field} label={`${label} (${getCurrencySymbol(currency)})`} inputMode="text" autoComplete="off" />
)
