import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** S2.09: the words of a page that is in no public file, as HTML that the build made of the author's own file. */
export const getPrivatePage = defineEndpoint({
  method: 'GET',
  path: '/api/private-pages/:name',
  access: 'reader',
  params: z.object({ name: z.string().max(100) }),
  replies: { 200: z.object({ html: z.string() }) },
  errors: ['not_found'],
})
