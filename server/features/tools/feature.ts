import { defineFeature } from '../define-feature.ts'
import { toolRoutes } from './routes.ts'
import type { ToolsContext } from './tools.ts'

export const tools = (context: ToolsContext) =>
  defineFeature({ name: 'tools', switchedBy: 'accounts', routes: ({ bind }) => toolRoutes(bind, context) })
