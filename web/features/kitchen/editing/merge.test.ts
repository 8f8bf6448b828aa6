import { expect, test } from 'vitest'
import { mergeFields } from './merge.ts'

const base = { name: 'Soup', price: '4.00', tags: ['vegan'] }

test('the merge keeps edited form fields, and takes the saved values of all other fields', () => {
  const merged = mergeFields(base, { ...base, name: 'Hot soup' }, { ...base, price: '5.00' })
  expect(merged).toEqual({
    fields: { name: 'Hot soup', price: '5.00', tags: ['vegan'] },
    base: { ...base, price: '5.00' },
    changed: true,
    conflict: false,
  })
})

test('the merge keeps the edited value of a form field, and reports a conflict when another member changed the same field', () => {
  const merged = mergeFields(base, { ...base, tags: [] }, { ...base, tags: ['halal'] })
  expect(merged.fields.tags).toEqual([])
  expect(merged.base.tags).toEqual(['vegan'])
  expect(merged.conflict).toBe(true)
})

test('a form has nothing to save when two people made the same change', () => {
  const theirs = { ...base, price: '5.00' }
  expect(mergeFields(base, { ...base, price: '5.00' }, theirs)).toEqual({
    fields: theirs,
    base: theirs,
    changed: false,
    conflict: false,
  })
})

test('a form has nothing to save when an edit was undone', () => {
  expect(mergeFields(base, base, base).changed).toBe(false)
})
