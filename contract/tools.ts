import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'

const nothing = z.undefined()
const id = z.object({ id: z.uuid() })

/** A link that only admins see (S3.06). */
const tool = z.object({ id: z.string(), name: z.string(), url: z.string() })
export type ToolLink = z.output<typeof tool>

const tools = z.object({ tools: z.array(tool) })
const draft = z.object({ name: z.string(), url: z.string() })
const draftErrors = ['name_missing', 'name_too_long', 'link_invalid'] as const

/** Lists the tools in their order (S7.13, S5.07). */
export const listToolLinks = defineEndpoint({
  method: 'GET',
  path: '/tools',
  access: 'admin',
  replies: { 200: tools },
})

export const addToolLink = defineEndpoint({
  method: 'POST',
  path: '/api/desk/tools',
  access: 'admin',
  body: draft,
  replies: { 201: tool },
  errors: draftErrors,
})

export const changeToolLink = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/tools/:id',
  access: 'admin',
  params: id,
  body: draft,
  replies: { 200: tool },
  errors: ['not_found', ...draftErrors],
})

export const removeToolLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/tools/:id',
  access: 'admin',
  params: id,
  replies: { 204: nothing },
  errors: ['not_found'],
})

/** Sorts the tools. Tools that the request does not name follow in their previous order. */
export const reorderToolLinks = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/tools',
  access: 'admin',
  body: z.object({ ids: z.array(z.uuid()).max(500) }),
  replies: { 200: tools },
})
