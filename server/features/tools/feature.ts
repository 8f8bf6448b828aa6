import * as calls from '#contract/tools.ts'
import { by } from '../../db/audit-log.ts'
import { defineFeature } from '../define-feature.ts'
import { addTool, changeTool, listTools, orderTools, removeTool, type ToolsContext } from './tools.ts'

/** The links of the menu's group Tools (S2.21, S7.13), which only admins see and change (S5.07, S6.04). */
export const tools = (context: ToolsContext) =>
  defineFeature({
    name: 'tools',
    switchedBy: 'accounts',
    routes: ({ bind }) => {
      bind(calls.listTools, async () => ({ tools: await listTools(context.db) }))

      bind(calls.addTool, ({ body, actor }) => addTool(context, by(actor), body))
      bind(calls.changeTool, ({ params: { id }, body, actor }) => changeTool(context, by(actor), id, body))
      bind(calls.removeTool, async ({ params: { id }, actor }) => {
        await removeTool(context, by(actor), id)
      })
      bind(calls.reorderTools, async ({ body, actor }) => ({
        status: 200,
        body: { tools: await orderTools(context, by(actor), body.ids) },
      }))
    },
  })
