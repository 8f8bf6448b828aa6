import type { AppOptions } from '../app.ts'
import { createTestSite } from './site.ts'

/** Creates a site with the admin Ada. `ask` makes a call as Ada and returns the status and the body. */
export async function createDeskSite(options: Partial<AppOptions> = {}) {
  const site = await createTestSite(options)
  const admin = { name: 'Ada Admin', roles: ['Admin'], isProved: true } as const
  const { userId: id, accessToken: token, refreshToken } = await site.createReader('ada@example.org', admin)
  const ada = { id, token, refreshToken }
  const ask = async (method: string, path: string, body?: unknown, token = ada.token) => {
    const answer = await site.call(method, `/api/desk${path}`, { token, ...(body === undefined ? {} : { body }) })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
  }
  /** Returns the entries of the audit log, newest first: actor | action | target | detail. */
  const logged = async () => {
    const { entries } = (await ask('GET', '/log')).body as { entries: Record<string, string>[] }
    return entries.map(({ actor, action, target, detail }) => [actor, action, target, detail].join(' | '))
  }
  return { ...site, ada, ask, logged }
}
