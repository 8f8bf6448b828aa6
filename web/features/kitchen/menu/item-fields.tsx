import type { ManagedCategory } from '#contract/kitchen.ts'
import { allergens, diets } from '#contract/menu-enums.ts'
import { MENU_TEXT_LENGTH_MAX } from '#contract/ordering-limits.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { CheckLine } from '../../../ui/form/check-line.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { lengthHint, TextareaField } from '../../../ui/form/textarea-field.tsx'
import { AmountField } from '../editing/amount-field.tsx'
import { bindFields } from '../editing/bind-fields.ts'
import { CheckList } from '../editing/check-list.tsx'
import { ItemOptions } from './item-options.tsx'
import type { ItemValues } from './item-values.ts'

interface ItemFieldsProps {
  formValues: ItemValues
  categories: readonly ManagedCategory[]
  currency: string
  problems: Problems
  onChange: (by: Partial<ItemValues>) => void
}

export function ItemFields({ formValues, categories, currency, problems, onChange }: ItemFieldsProps) {
  const field = bindFields({ values: formValues, problems, onChange, id: 'item-' })
  return (
    <>
      <div className="columns">
        <Field label="Name" autoComplete="off" {...field('name')} />
        <AmountField label="Price" currency={currency} {...field('price')} />
      </div>
      <TextareaField
        label="Description"
        hint={lengthHint(formValues.description, MENU_TEXT_LENGTH_MAX)}
        {...field('description')}
      />
      <SelectField label="Category" options={categories.map(({ id, name }) => [id, name])} {...field('categoryId')} />
      <CheckList
        legend="Allergens that it contains"
        values={allergens}
        checked={formValues.allergens}
        onChange={(checked) => onChange({ allergens: checked })}
      />
      <CheckList
        legend="Diets that it suits"
        values={diets}
        checked={formValues.diets}
        onChange={(checked) => onChange({ diets: checked })}
      />
      <CheckLine checked={formValues.available} onChange={(available) => onChange({ available })}>
        On the menu
      </CheckLine>
      <div className="columns">
        <Field
          label="Portions left"
          inputMode="numeric"
          hint="Counts down with orders. Empty: nobody counts"
          {...field('portionsLeft')}
        />
        <Field label="Most per order" inputMode="numeric" hint="Empty: any number" {...field('maxPerOrder')} />
      </div>
      <ItemOptions
        options={formValues.options}
        currency={currency}
        problems={problems}
        onChange={(options) => onChange({ options })}
      />
    </>
  )
}
