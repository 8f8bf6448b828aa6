import { useState } from 'react'
import { slugOf } from '../forms/slug-of.ts'
import { Field } from '../ui/form/field.tsx'
import { TimeZoneField } from '../ui/form/time-zone-field.tsx'

/** What a kitchen is begun with: its name, and with it an address, then where and in what money. */
export function KitchenFields({ errors }: { errors: Partial<Record<string, string>> }) {
  const [name, setName] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const slug = typed ?? slugOf(name)
  return (
    <>
      <Field
        id="kitchen-name"
        name="name"
        label="Name"
        autoComplete="off"
        required
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        id="kitchen-slug"
        name="slug"
        label="Address"
        hint={`Customers find it at /order/${slug || '…'}`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
        value={slug}
        error={errors.slug}
        onChange={(event) => setTyped(event.target.value)}
      />
      <TimeZoneField id="kitchen-timezone" error={errors.timezone} />
      <Field
        id="kitchen-currency"
        name="currency"
        label="Currency"
        hint="Three letters, such as GBP or EUR. It stays once an order has been taken."
        autoComplete="off"
        maxLength={3}
        required
        defaultValue="GBP"
        error={errors.currency}
      />
    </>
  )
}
