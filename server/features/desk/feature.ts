import { defineFeature } from '../define-feature.ts'
import { logOf } from './log.ts'
import { type DeskContext, deskRoutes } from './routes.ts'

export const desk = (context: DeskContext) =>
  defineFeature({ name: 'desk', switchedBy: 'accounts', routes: ({ bind }) => deskRoutes(bind, context), logOf })
