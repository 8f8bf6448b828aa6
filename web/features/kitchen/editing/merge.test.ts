import { expect, test } from 'vitest'
import { mergeFields } from './merge.ts'

const base = { name: 'Soup', price: '4.00', tags: ['vegan'] }

test('what is typed stays, and what was left alone follows the others', () => {
  const merged = mergeFields(base, { ...base, name: 'Hot soup' }, { ...base, price: '5.00' })
  expect(merged).toEqual({
    fields: { name: 'Hot soup', price: '5.00', tags: ['vegan'] },
    base: { ...base, price: '5.00' },
    changed: true,
    conflict: false,
  })
})

test('the same field changed by somebody else is a conflict, in which what is typed stays', () => {
  const merged = mergeFields(base, { ...base, tags: [] }, { ...base, tags: ['halal'] })
  expect(merged.fields.tags).toEqual([])
  expect(merged.base.tags).toEqual(['vegan'])
  expect(merged.conflict).toBe(true)
})

test('the same change by both leaves nothing to save', () => {
  const theirs = { ...base, price: '5.00' }
  expect(mergeFields(base, { ...base, price: '5.00' }, theirs)).toEqual({
    fields: theirs,
    base: theirs,
    changed: false,
    conflict: false,
  })
})

test('what is typed back to what it was leaves nothing to save', () => {
  expect(mergeFields(base, base, base).changed).toBe(false)
})
