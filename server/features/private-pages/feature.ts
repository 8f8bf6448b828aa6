import { defineFeature } from '../define-feature.ts'
import { privatePageRoutes } from './routes.ts'

export const privatePages = (options: Parameters<typeof privatePageRoutes>[1]) =>
  defineFeature({
    name: 'private-pages',
    switchedBy: 'accounts',
    routes: ({ bind }) => privatePageRoutes(bind, options),
  })
