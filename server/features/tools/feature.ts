import { defineFeature } from '../define-feature.ts'
import { type ToolsContext, toolRoutes } from './routes.ts'

export const tools = (context: ToolsContext) =>
  defineFeature({ name: 'tools', switchedBy: 'accounts', routes: ({ bind }) => toolRoutes(bind, context) })
