import {
  addTool as addToolCall,
  changeTool as changeToolCall,
  listTools as listToolsCall,
  orderTools as orderToolsCall,
  removeTool as removeToolCall,
} from '#contract/tools.ts'
import { by } from '../db/audit-log.ts'
import type { Database } from '../db/database.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { addTool, changeTool, listTools, orderTools, removeTool } from './tools.ts'

export interface ToolsContext {
  db: Database
  /** Called after a change is committed: open pages of admins ask again. */
  toolsChanged: () => void
}

/** The links of the menu's group Tools (S2.21, S7.13), which only admins see (S5.07, S6.04), and their keeping. */
export function toolRoutes(bind: Bind, { db, toolsChanged }: ToolsContext): void {
  bind(listToolsCall, async () => ({ status: 200, body: { tools: await listTools(db) } }))

  bind(addToolCall, async ({ body, actor }) => {
    const tool = await addTool(db, by(actor), body)
    toolsChanged()
    return { status: 201, body: tool }
  })
  bind(changeToolCall, async ({ params: { id }, body, actor }) => {
    const tool = await changeTool(db, by(actor), id, body)
    toolsChanged()
    return { status: 200, body: tool }
  })
  bind(removeToolCall, async ({ params: { id }, actor }) => {
    await removeTool(db, by(actor), id)
    toolsChanged()
    return { status: 204, body: undefined }
  })
  bind(orderToolsCall, async ({ body, actor }) => {
    const tools = await orderTools(db, by(actor), body.ids)
    toolsChanged()
    return { status: 200, body: { tools } }
  })
}
