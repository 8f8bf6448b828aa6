import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Returns the text of a private page as HTML (S2.09). The build writes this HTML outside the public files. */
export const getPrivatePage = defineEndpoint({
  method: 'GET',
  path: '/api/private-pages/:name',
  access: 'reader',
  params: z.object({ name: z.string().max(100) }),
  replies: { 200: z.object({ html: z.string() }) },
  errors: ['not_found'],
})
