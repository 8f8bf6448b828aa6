import type { Database } from '../db/database.ts'
import type { Origins } from '../http/origins.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Belongings } from './belongings.ts'

/** What the rules of accounts work with. */
export interface AccountContext {
  db: Database
  tokens: AccessTokens
  origins: Origins
  /** What the other parts of the site keep for readers. */
  belongings: Required<Belongings>
  /** Hears when a session of somebody has ended, so that nothing goes on in its name. */
  sessionsEnded: (userId: string) => void
}
