import { expect, test } from 'vitest'
import { keepLastKnown } from './last-known.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** Creates a read of at most two kept rows. `rows` can be changed; null: reading fails with the error. */
function openRows() {
  const site = { rows: { a: 'soup', b: 'bread' } as Record<string, string> | Error }
  const read = keepLastKnown(
    async (name: string) => {
      if (site.rows instanceof Error) throw site.rows
      const text = site.rows[name]
      return text === undefined ? null : { text }
    },
    { max: 2 },
  )
  return { site, read }
}

test('while the database is unavailable, a read gives its last result, and fails for what was never read', async () => {
  const { site, read } = openRows()
  await read('a')
  site.rows = { a: 'stew' }
  await read('a')
  site.rows = new DatabaseUnavailable('gone')
  expect(await read('a')).toEqual({ text: 'stew' })
  await expect(read('b')).rejects.toBe(site.rows)
})

test('reads of what does not exist push out no result', async () => {
  const { site, read } = openRows()
  for (const name of ['a', 'b', 'x', 'y', 'z']) await read(name)
  site.rows = new DatabaseUnavailable('gone')
  expect([await read('a'), await read('b')]).toEqual([{ text: 'soup' }, { text: 'bread' }])
  await expect(read('x')).rejects.toBe(site.rows)
})

test('what was deleted before the outage is not shown during it', async () => {
  const { site, read } = openRows()
  await read('a')
  site.rows = {}
  expect(await read('a')).toBeNull()
  site.rows = new DatabaseUnavailable('gone')
  await expect(read('a')).rejects.toBe(site.rows)
})

test('an error of the read itself is thrown, although a result is known', async () => {
  const { site, read } = openRows()
  await read('a')
  site.rows = new Error('wrong statement')
  await expect(read('a')).rejects.toBe(site.rows)
})

test('a read is given its last result for the same request, whatever the order of the others', async () => {
  const seen: unknown[] = []
  const read = keepLastKnown(
    async ({ page, thread }: { page: string; thread?: string }, last?: object) => {
      seen.push(last)
      return { page, thread }
    },
    { max: 9 },
  )
  for (const request of [{ page: 'p' }, { page: 'p', thread: 't' }, { page: 'p' }]) await read(request)
  expect(seen).toEqual([undefined, undefined, { page: 'p' }])
})
