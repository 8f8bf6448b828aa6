import type { Queries } from '../../../db/database.ts'
import type { EmailKey } from '../../../db/email-key.ts'
import type { Actor } from '../../../http/actor.ts'
import { mailsTo } from '../../../outbox/mails-to.ts'
import type { AccountContext } from '../account-context.ts'
import type { SignupPayload } from '../mail-links.ts'
import { rolesOf } from '../users.ts'
import { ownerOf } from './owner.ts'

/**
 * Returns all data of a person, with readable names and times in ISO 8601. Columns are listed one by one, so that
 * hashes of passwords and tokens are never exported.
 */
export async function exportMyData(
  { db, userData, origins }: Pick<AccountContext, 'db' | 'userData' | 'origins'>,
  actor: Actor,
): Promise<Record<string, unknown>> {
  const owner = await ownerOf(db, actor)
  const { id, email_key: key } = owner
  return {
    site: origins[0],
    exportedAt: iso(Date.now()),
    account: {
      id,
      name: owner.name,
      email: owner.email,
      hasPassword: owner.password_hash !== null,
      roles: await rolesOf(db, id, 0),
      createdAt: iso(owner.created_at),
    },
    picture: await picture(db, id),
    providers: await providers(db, id),
    sessions: await sessions(db, id),
    links: await links(db, id, key),
    partnerApplications: await partnerApplications(db, id),
    visitsAsGuest: await visitsAsGuest(db, key),
    ...(await userData.export(db, id)),
    mails: (await mailsTo(db, key)).map((mail) => ({ ...mail, createdAt: iso(mail.createdAt) })),
    privilegedActions: await privilegedActions(db, id),
  }
}

const iso = (ms: number) => new Date(ms).toISOString()
const isoOrNull = (ms: number | null) => ms && iso(ms)

async function picture(db: Queries, userId: string) {
  const row = await db
    .selectFrom('pictures')
    .select(['data', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { type: 'image/webp', base64: row.data, createdAt: iso(row.created_at) } : null
}

async function providers(db: Queries, userId: string) {
  const rows = await db
    .selectFrom('identities')
    .select(['provider', 'subject', 'email', 'created_at'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: iso(created_at) }))
}

async function sessions(db: Queries, userId: string) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'method', 'user_agent', 'address', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id, method, user_agent: userAgent, address, ...at }) => ({
    id,
    method,
    userAgent,
    address,
    createdAt: iso(at.created_at),
    lastUsedAt: iso(at.last_used_at),
    expiresAt: iso(at.expires_at),
    endedAt: isoOrNull(at.revoked_at),
  }))
}

/** Returns the links that were mailed, including those of signups with this address. */
async function links(db: Queries, userId: string, key: EmailKey) {
  const rows = await db
    .selectFrom('mail_links')
    .select(['purpose', 'email', 'payload', 'created_at', 'expires_at', 'used_at'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb.and([eb('user_id', 'is', null), eb('email_key', '=', key)])]))
    .orderBy('created_at')
    .execute()
  return rows.map(({ purpose, email, payload, ...at }) => ({
    purpose,
    email,
    name: (JSON.parse(payload) as SignupPayload | null)?.name,
    createdAt: iso(at.created_at),
    expiresAt: iso(at.expires_at),
    usedAt: isoOrNull(at.used_at),
  }))
}

async function partnerApplications(db: Queries, userId: string) {
  const rows = await db
    .selectFrom('partner_applications')
    .select(['created_at', 'decided_at', 'approved'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at, decided_at, approved }) => ({
    createdAt: iso(created_at),
    decidedAt: isoOrNull(decided_at),
    approved: approved === null ? null : approved === 1,
  }))
}

/** Returns the guests with this address: the owner has confirmed it. */
async function visitsAsGuest(db: Queries, key: EmailKey) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at'])
    .where('is_guest', '=', 1)
    .where('email_key', '=', key)
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: iso(created_at) }))
}

async function privilegedActions(db: Queries, userId: string) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'actor_name', 'action', 'target_name', 'detail'])
    .where((eb) => eb.or([eb('actor_id', '=', userId), eb('target_id', '=', userId)]))
    .orderBy('at')
    .execute()
  return rows.map(({ at, actor_name: by, action, target_name: target, detail }) => ({
    at: iso(at),
    by,
    action,
    target,
    detail,
  }))
}
