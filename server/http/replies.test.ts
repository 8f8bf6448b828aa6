import { expect, test } from 'vitest'
import * as z from 'zod'
import { listContractEndpoints } from '../testing/endpoints.ts'

test('no reply body of the contract has both a field `status` and a field `body`, because such a body would be mistaken for a whole reply', async () => {
  const endpoints = await listContractEndpoints()
  expect(endpoints.length).toBeGreaterThan(100)
  const ambiguous = endpoints.filter(({ replies }) =>
    Object.values(replies).some(
      (schema) => schema instanceof z.ZodObject && 'status' in schema.shape && 'body' in schema.shape,
    ),
  )
  expect(ambiguous).toEqual([])
})
