import type { Database } from '../../db/database.ts'
import type { Events } from '../../events/events.ts'
import type { Origins } from '../../http/origins.ts'
import type { UserData } from '../define-feature.ts'
import type { AccessTokens } from './access-tokens.ts'

/** What the rules of accounts work with. */
export interface AccountContext {
  db: Database
  tokens: AccessTokens
  origins: Origins
  events: Events
  /** What every feature keeps of a person. */
  userData: UserData
}
