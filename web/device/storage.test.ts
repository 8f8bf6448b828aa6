import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storage } from './storage.ts'

const stored = new Map<string, string>()
let isFull = false

beforeEach(() => {
  stored.clear()
  isFull = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('returns the new value when the storage is full, with and without an older stored value', () => {
  storage.set('token', 'old')
  isFull = true
  storage.set('token', 'new')
  storage.set('draft', 'text')
  expect([storage.get('token'), storage.get('draft')]).toEqual(['new', 'text'])
  storage.remove('token')
  expect(storage.get('token')).toBeNull()
})

it('returns the value of another tab when that tab has stored it after the storage was full', () => {
  storage.set('token', 'old')
  isFull = true
  storage.set('token', 'new')
  stored.set('token', 'newest')
  expect(storage.get('token')).toBe('newest')
  isFull = false
  storage.set('token', 'last')
  stored.set('token', 'old')
  expect(storage.get('token')).toBe('old')
})
