import type { Actor } from '../../../http/actor.ts'
import { listMailsTo } from '../../../outbox/mails-to.ts'
import type { AccountContext } from '../account-context.ts'
import type { SignupPayload } from '../mail-links.ts'
import { listUserRoles, selectGuestsByEmail } from '../users.ts'
import { getActorAccount } from './actor-account.ts'

/**
 * Exports the data of an account. The columns are listed one by one, so that hashes of passwords and tokens are never
 * exported.
 */
export async function exportMyData(
  { db, userData, origins }: Pick<AccountContext, 'db' | 'userData' | 'origins'>,
  actor: Actor,
): Promise<Record<string, unknown>> {
  const { id, email_key: key, ...owner } = await getActorAccount(db, actor)
  const picture = await db
    .selectFrom('pictures')
    .select(['data as base64', 'created_at as createdAt'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  const providers = await db
    .selectFrom('identities')
    .select(['provider', 'subject', 'email', 'created_at as createdAt'])
    .where('user_id', '=', id)
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'credential_id as credentialId', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
  const secondFactor = await db
    .selectFrom('second_factors')
    .select('confirmed_at as confirmedAt')
    .where('user_id', '=', id)
    .executeTakeFirst()
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'method', 'user_agent as userAgent', 'address', 'created_at as createdAt'])
    .select(['last_used_at as lastUsedAt', 'expires_at as expiresAt', 'revoked_at as endedAt'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
  // Links without an account are included when they were mailed to this email address, such as those of signups.
  const links = await db
    .selectFrom('mail_links')
    .select(['purpose', 'email', 'payload', 'created_at as createdAt', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where((eb) => eb.or([eb('user_id', '=', id), eb.and([eb('user_id', 'is', null), eb('email_key', '=', key)])]))
    .orderBy('created_at')
    .execute()
  const applications = await db
    .selectFrom('partner_applications')
    .select(['created_at as createdAt', 'decided_at as decidedAt', 'approved'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
  // The owner of the account has confirmed the email address, so the data of guests who gave this address belong to the
  // owner too.
  const visitsAsGuest = await selectGuestsByEmail(db, key)
    .select(['id', 'name', 'email', 'created_at as createdAt'])
    .orderBy('created_at')
    .execute()
  const privilegedActions = await db
    .selectFrom('audit_log')
    .select(['at', 'actor_name as by', 'action', 'target_name as target', 'detail'])
    .where((eb) => eb.or([eb('actor_id', '=', id), eb('target_id', '=', id)]))
    .orderBy('at')
    .execute()
  return withIsoTimes({
    site: origins[0],
    exportedAt: Date.now(),
    account: {
      id,
      name: owner.name,
      email: owner.email,
      hasPassword: owner.password_hash !== null,
      roles: await listUserRoles(db, id, 0),
      createdAt: owner.created_at,
    },
    picture: picture ? { type: 'image/webp', ...picture } : null,
    providers,
    passkeys,
    secondFactor: secondFactor ?? null,
    sessions,
    links: links.map(({ payload, ...link }) => ({
      ...link,
      name: (JSON.parse(payload) as SignupPayload | null)?.name,
    })),
    partnerApplications: applications.map(({ approved, ...application }) => ({
      ...application,
      approved: approved === null ? null : approved === 1,
    })),
    visitsAsGuest,
    ...(await userData.export(db, id)),
    mails: await listMailsTo(db, key),
    privilegedActions,
  })
}

/** Returns JSON data with ISO 8601 times: converts the fields `at` and `…At`, in milliseconds since 1970. */
const withIsoTimes = (data: object): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(data, (name, value) =>
      /(^a|A)t$/.test(name) && typeof value === 'number' ? new Date(value).toISOString() : value,
    ),
  )
