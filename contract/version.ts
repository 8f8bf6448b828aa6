import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'

/**
 * Returns the version of the build that the server serves. An open page compares it with its own version (S7.10,
 * S9.01).
 */
export const getVersion = defineEndpoint({
  method: 'GET',
  path: '/api/version',
  access: 'anyone',
  replies: { 200: z.object({ version: z.string().min(1) }) },
  errors: [],
})
