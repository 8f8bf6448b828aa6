import type { Transaction } from 'kysely'
import type { By } from '../../db/audit-log.ts'
import type { Schema } from '../../db/schema.ts'
import { defineFeature } from '../define-feature.ts'
import { grantRole } from './roles.ts'
import { type DeskContext, deskRoutes } from './routes.ts'

export const desk = (context: DeskContext) =>
  defineFeature({
    name: 'desk',
    switchedBy: 'accounts',
    routes: ({ bind }) => deskRoutes(bind, context),
    /** Gives an account the role of a partner. */
    makePartner: (tx: Transaction<Schema>, by: By, userId: string) =>
      grantRole({ db: tx, events: context.events }, by, userId, 'Partner'),
  })
