import type { KyselyPlugin } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { createTestSite, PASSWORD, verificationUrl } from '../../testing/site.ts'

/** Creates a site that records the SQL statements of its database. */
async function watchedSite() {
  const statements: string[] = []
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = await createTestDatabase()
  const site = await createTestSite({ db: db.withPlugin(watch) })
  return {
    ...site,
    /** Makes a call. @returns its reply and its SQL statements */
    observe: async (url: string, email: string, signup = {}) => {
      statements.length = 0
      const answer = await site.call('POST', url, { body: { ...signup, email, verificationUrl } })
      return { status: answer.statusCode, body: answer.json(), statements: [...statements] }
    },
  }
}

test.each(['/auth/forgot-password', '/auth/resend-verification'])(
  '%s runs the same SQL statements whether an email address has an account, waits for confirmation or is unknown',
  async (url) => {
    const { createReader, call, observe } = await watchedSite()
    await createReader('known@example.org')
    const body = { name: 'Wanda', email: 'waits@example.org', password: PASSWORD, isPartner: false, verificationUrl }
    await call('POST', '/auth/signup', { body })
    const unknown = await observe(url, 'unknown@example.org')
    expect(unknown.status).toBe(200)
    expect(unknown.statements.length).toBeGreaterThan(0)
    expect(await observe(url, 'known@example.org')).toEqual(unknown)
    expect(await observe(url, 'waits@example.org')).toEqual(unknown)
  },
)

test('a signup runs the same SQL statements and computes the same number of hashes whether its email address waits for confirmation or is unknown', async () => {
  const argon2 = await import('@node-rs/argon2')
  const hashes = [vi.spyOn(argon2, 'hash'), vi.spyOn(argon2, 'verify')]
  const { observe } = await watchedSite()
  const signUp = async (email: string, password: string) => {
    for (const hash of hashes) hash.mockClear()
    const seen = await observe('/auth/signup', email, { name: 'Wanda', password })
    return { ...seen, hashes: hashes.map((hash) => hash.mock.calls.length) }
  }
  // The first verification in a process computes one more hash, so it must happen before the calls that are compared.
  await signUp('first@example.org', PASSWORD)
  const unknown = await signUp('waits@example.org', PASSWORD)
  expect([unknown.status, unknown.hashes]).toEqual([200, [1, 1]])
  expect(await signUp('waits@example.org', PASSWORD)).toEqual(unknown)
  expect(await signUp('waits@example.org', 'another hat for a kettle')).toEqual(unknown)
})
