import type { Client } from '../../http/client.ts'
import { deviceOf } from '../../http/device.ts'
import type { AccountContext } from './account-context.ts'
import { linkToAccount, mailAccount } from './mails.ts'

/**
 * Mails the owner when a login comes from a kind of browser that no session of the account has used in the last months,
 * such as the first Firefox on Windows. No mail is sent about the first session of an account. Called before the
 * session begins.
 */
export async function mailNewDevice(
  { db, origins }: Pick<AccountContext, 'db' | 'origins'>,
  userId: string,
  client: Client,
): Promise<void> {
  const rows = await db.selectFrom('sessions').select('user_agent').distinct().where('user_id', '=', userId).execute()
  const device = deviceOf(client.userAgent)
  if (rows.length === 0 || rows.some(({ user_agent }) => deviceOf(user_agent) === device)) return
  const owner = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const detail = `${device}, from ${client.address}`
  await mailAccount(db, 'newDevice', owner, { url: linkToAccount(client.origin, origins), detail })
}
