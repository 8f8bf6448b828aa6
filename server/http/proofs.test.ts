import { expect, test } from 'vitest'
import { createDeskSite } from '../testing/desk.ts'
import { listEndpoints } from '../testing/endpoints.ts'

/** The deleting calls of admins that can be undone, and how. */
const canBeUndone: Record<string, string> = {
  '/api/desk/people/:id/ban': 'The person is banned again.',
  '/api/desk/people/:id/sessions': 'The person logs in again.',
  '/api/desk/tools/:id': 'The tool is added again: the log keeps its name and address.',
}

const adminCalls = (await listEndpoints()).filter(({ access, method }) => access === 'admin' && method !== 'GET')
const proved = adminCalls.filter(({ errors }) => errors.includes('protection_required'))

test('a deleting call of admins needs a fresh proof, unless it can be undone', () => {
  const unproved = adminCalls.filter((call) => call.method === 'DELETE' && !proved.includes(call))
  expect(unproved.map(({ path }) => path).sort()).toEqual(Object.keys(canBeUndone))
})

test('calls of admins declare both refusals of a proof, or none', () => {
  expect(adminCalls.filter(({ errors }) => errors.includes('proof_required'))).toEqual(proved)
})

test('every call of admins that needs a proof is refused without one', async () => {
  const { db, ada, call } = await createDeskSite()
  await db.updateTable('sessions').set({ proved_at: null }).execute()
  const answers = []
  for (const { method, path } of proved)
    answers.push([path, (await call(method, path, { token: ada.token })).json().code])
  expect(answers).toEqual(proved.map(({ path }) => [path, 'proof_required']))
})
