import type { Database } from '../../db/database.ts'
import type { EventBus } from '../../events/events.ts'
import type { OwnOriginList } from '../../http/origins.ts'
import type { UserDataHandlers } from '../define-feature.ts'
import type { AccessTokenService } from './access-tokens.ts'

export interface AccountContext {
  db: Database
  tokens: AccessTokenService
  origins: OwnOriginList
  events: EventBus
  /** Whether mail can be sent. Without a mail server, admins pass on the links in mails. */
  smtp: boolean
  /** Exports and erases a person's data in all features. */
  userData: UserDataHandlers
}
