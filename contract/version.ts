import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'

const newPage = z.object({ title: z.string(), path: z.string() })
/** The page that was published by a build. */
export type NewPage = z.output<typeof newPage>

/**
 * Returns the version of the build that the server serves, and the page that is new in it. An open page compares the
 * version with its own (S7.10, S9.01).
 */
export const getVersion = defineEndpoint({
  method: 'GET',
  path: '/api/version',
  access: 'anyone',
  replies: { 200: z.object({ version: z.string().min(1), newPage: newPage.optional() }) },
})
