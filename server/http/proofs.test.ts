import { expect, test } from 'vitest'
import { createDeskSite } from '../testing/desk.ts'
import { listContractEndpoints } from '../testing/endpoints.ts'

/** The calls with which admins delete something that can be restored, and how it is restored. */
const canBeUndone: Record<string, string> = {
  '/api/desk/people/:id/ban': 'The person is banned again.',
  '/api/desk/people/:id/sessions': 'The person logs in again.',
  '/api/desk/tools/:id': 'The tool is added again: the log keeps its name and address.',
}

const adminCalls = (await listContractEndpoints()).filter(
  ({ access, method }) => access === 'admin' && method !== 'GET',
)
const proved = adminCalls.filter(({ errors }) => errors?.includes('protection_required'))

test('each admin call that deletes something permanently requires a proof of account ownership', () => {
  const unproved = adminCalls.filter((call) => call.method === 'DELETE' && !proved.includes(call))
  expect(unproved.map(({ path }) => path).sort()).toEqual(Object.keys(canBeUndone))
})

test('each call of admins declares both of proof_required and protection_required, or neither', () => {
  expect(adminCalls.filter(({ errors }) => errors?.includes('proof_required'))).toEqual(proved)
})

test('each admin call that requires a proof of account ownership is refused when the proof is missing or too old', async () => {
  const { db, ada, call } = await createDeskSite()
  await db.updateTable('sessions').set({ proved_at: null }).execute()
  const answers = []
  for (const { method, path } of proved)
    answers.push([path, (await call(method, path, { token: ada.token })).json().code])
  expect(answers).toEqual(proved.map(({ path }) => [path, 'proof_required']))
})
