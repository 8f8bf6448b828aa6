import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Builds the site again at once after a build for a scheduled page has failed. The reply comes before the build. */
export const retryBuild = defineEndpoint({
  method: 'POST',
  path: '/api/desk/build',
  access: 'admin',
  replies: { 204: z.undefined() },
  errors: [],
})
