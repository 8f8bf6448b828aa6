import type { ManagedCategory } from '#contract/kitchen.ts'
import { allergens, diets } from '#contract/menu-enums.ts'
import { MENU_TEXT_LENGTH_MAX } from '#contract/ordering-limits.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { lengthHint, TextareaField } from '../../../ui/form/textarea-field.tsx'
import { AmountField } from '../editing/amount-field.tsx'
import { ItemOptions } from './item-options.tsx'
import type { ItemValues } from './item-values.ts'
import { WordChecks } from './word-checks.tsx'

interface ItemFieldsProps {
  formValues: ItemValues
  categories: readonly ManagedCategory[]
  currency: string
  problems: Problems
  onChange: (by: Partial<ItemValues>) => void
}

/** The fields of a dish, without its picture. */
export function ItemFields({ formValues, categories, currency, problems, onChange }: ItemFieldsProps) {
  const field = (name: 'name' | 'description' | 'price' | 'portionsLeft' | 'maxPerOrder') => ({
    id: `item-${name}`,
    name,
    value: formValues[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [name]: currentTarget.value }),
  })
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
      <SelectField
        id="item-category"
        label="Category"
        value={formValues.categoryId}
        onChange={({ currentTarget }) => onChange({ categoryId: currentTarget.value })}
      >
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <WordChecks
        legend="Allergens that it contains"
        words={allergens}
        chosen={formValues.allergens}
        onChange={(chosen) => onChange({ allergens: chosen })}
      />
      <WordChecks
        legend="Diets that it suits"
        words={diets}
        chosen={formValues.diets}
        onChange={(chosen) => onChange({ diets: chosen })}
      />
      <label className="check-line">
        <input
          type="checkbox"
          checked={formValues.available}
          onChange={({ currentTarget }) => onChange({ available: currentTarget.checked })}
        />
        On the menu
      </label>
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
