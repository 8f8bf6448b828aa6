import { REFRESH_TOKEN_MS } from '#contract/limits.ts'
import type { ClientDetails } from '../../http/client.ts'
import { describeDevice } from '../../http/describe-device.ts'
import type { AccountContext } from './account-context.ts'
import { buildAccountUrl, enqueueAccountMail } from './mails.ts'

/**
 * Mails the owner when a login comes from a kind of browser that no stored session of the account has, such as Firefox
 * on Windows. No mail is sent about the first session of an account. Unused sessions are stored for 30 days. So an
 * account that is younger than 30 days and has no stored session has never had a session. Must be called before the
 * session of the login is stored.
 */
export async function notifyOfNewDevice(
  { db, origins }: Pick<AccountContext, 'db' | 'origins'>,
  userId: string,
  client: ClientDetails,
): Promise<void> {
  const rows = await db.selectFrom('sessions').select('user_agent').distinct().where('user_id', '=', userId).execute()
  const device = describeDevice(client.userAgent)
  if (rows.some(({ user_agent }) => describeDevice(user_agent) === device)) return
  const owner = await db
    .selectFrom('users')
    .select(['name', 'email', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (rows.length === 0 && owner.created_at > Date.now() - REFRESH_TOKEN_MS) return
  const detail = `${device}, from ${client.address}`
  await enqueueAccountMail(db, 'newDevice', owner, { url: buildAccountUrl(client.origin, origins), detail })
}
