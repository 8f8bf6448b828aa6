import type { Transaction } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { Events } from '../../events/events.ts'
import type { SiteOrigins } from '../../http/origins.ts'
import type { UserData } from '../define-feature.ts'
import type { AccessTokens } from './access-tokens.ts'

export type Tx = Transaction<Schema>

export interface AccountContext {
  db: Database
  tokens: AccessTokens
  origins: SiteOrigins
  events: Events
  /** Whether mail can be sent. Without a mail server, admins pass on the links in mails. */
  smtp: boolean
  /** Exports and erases a person's data in all features. */
  userData: UserData
}
