import type { AppOptions } from '../app.ts'
import { addPerson } from './people.ts'
import { createTestSite } from './site.ts'

/** Creates a site with the admin Ada. `ask` makes a call as Ada and returns the status and the body. */
export async function createDeskSite(options: Partial<AppOptions> = {}) {
  const site = await createTestSite(options)
  const ada = await addPerson(site.db, {
    name: 'Ada Admin',
    email: 'ada@example.org',
    roles: ['Admin'],
    isProved: true,
  })
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
