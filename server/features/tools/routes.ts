import {
  addTool as addToolCall,
  changeTool as changeToolCall,
  listTools as listToolsCall,
  reorderTools as orderToolsCall,
  removeTool as removeToolCall,
} from '#contract/tools.ts'
import { by } from '../../db/audit-log.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { addTool, changeTool, listTools, orderTools, removeTool, type ToolsContext } from './tools.ts'

/**
 * Adds the calls about the links of the menu's group Tools (S2.21, S7.13), which only admins see and change (S5.07,
 * S6.04).
 */
export function toolRoutes(bind: Bind, context: ToolsContext): void {
  bind(listToolsCall, async () => ({ status: 200, body: { tools: await listTools(context.db) } }))

  bind(addToolCall, async ({ body, actor }) => {
    const tool = await addTool(context, by(actor), body)
    return { status: 201, body: tool }
  })
  bind(changeToolCall, async ({ params: { id }, body, actor }) => {
    const tool = await changeTool(context, by(actor), id, body)
    return { status: 200, body: tool }
  })
  bind(removeToolCall, async ({ params: { id }, actor }) => {
    await removeTool(context, by(actor), id)
    return { status: 204, body: undefined }
  })
  bind(orderToolsCall, async ({ body, actor }) => {
    const tools = await orderTools(context, by(actor), body.ids)
    return { status: 200, body: { tools } }
  })
}
