import { useState } from 'react'
import { proposeSlug } from '../../forms/propose-slug.ts'
import { Field } from './field.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/** The fields for a new kitchen. The slug of its URL is proposed from the name until the slug is edited. */
export function NewKitchenFields() {
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const slug = ownSlug ?? proposeSlug(name)
  return (
    <>
      <Field
        name="name"
        label="Name"
        autoComplete="off"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        name="slug"
        label="Address"
        hint={`Customers find it at /order/${slug || '…'}`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
        value={slug}
        onChange={(event) => setOwnSlug(event.target.value)}
      />
      <TimeZoneField />
      <Field
        name="currency"
        label="Currency"
        hint="Three letters, such as GBP or EUR. It stays once an order has been taken."
        autoComplete="off"
        maxLength={3}
        required
        defaultValue="GBP"
      />
    </>
  )
}
