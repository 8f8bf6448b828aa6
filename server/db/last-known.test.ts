import { expect, test } from 'vitest'
import { withLastKnownFallback } from './last-known.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/** Creates a read of `rows` that caches at most two results. While `rows` is an error, each read fails with it. */
function openRows() {
  const site = { rows: { a: 'soup', b: 'bread' } as Record<string, string> | Error }
  const read = withLastKnownFallback(
    async (name: string) => {
      if (site.rows instanceof Error) throw site.rows
      const text = site.rows[name]
      return text === undefined ? null : { text }
    },
    { max: 2 },
  )
  return { site, read }
}

test('while the database is unavailable, a read returns its last result, and fails when there is none', async () => {
  const { site, read } = openRows()
  await read('a')
  site.rows = { a: 'stew' }
  await read('a')
  site.rows = new DatabaseUnavailableError('gone')
  expect(await read('a')).toEqual({ text: 'stew' })
  await expect(read('b')).rejects.toBe(site.rows)
})

test('reads that find nothing do not remove other results from the cache', async () => {
  const { site, read } = openRows()
  for (const name of ['a', 'b', 'x', 'y', 'z']) await read(name)
  site.rows = new DatabaseUnavailableError('gone')
  expect([await read('a'), await read('b')]).toEqual([{ text: 'soup' }, { text: 'bread' }])
  await expect(read('x')).rejects.toBe(site.rows)
})

test('when a read has found that a row is deleted, an outage does not bring back the earlier result', async () => {
  const { site, read } = openRows()
  await read('a')
  site.rows = {}
  expect(await read('a')).toBeNull()
  site.rows = new DatabaseUnavailableError('gone')
  await expect(read('a')).rejects.toBe(site.rows)
})

test('an error other than an unavailable database is thrown, even when there is a last result', async () => {
  const { site, read } = openRows()
  await read('a')
  site.rows = new Error('wrong statement')
  await expect(read('a')).rejects.toBe(site.rows)
})

test('each read receives the last result for the same request, even after reads for other requests', async () => {
  const seen: unknown[] = []
  const read = withLastKnownFallback(
    async ({ page, thread }: { page: string; thread?: string }, last?: object) => {
      seen.push(last)
      return { page, thread }
    },
    { max: 9 },
  )
  for (const request of [{ page: 'p' }, { page: 'p', thread: 't' }, { page: 'p' }]) await read(request)
  expect(seen).toEqual([undefined, undefined, { page: 'p' }])
})
