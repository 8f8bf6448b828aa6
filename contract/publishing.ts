import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'

/**
 * Starts another build without a delay, after the build for a scheduled page has failed. Replies before the build ends.
 */
export const retryBuild = defineEndpoint({
  method: 'POST',
  path: '/api/desk/build',
  access: 'admin',
  replies: { 204: z.undefined() },
})
