import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** S7.10, S9.01: which build answers now; an open page compares it with the one it came from. */
export const getVersion = defineEndpoint({
  method: 'GET',
  path: '/api/version',
  access: 'anyone',
  replies: { 200: z.object({ version: z.string().min(1) }) },
  errors: [],
})
