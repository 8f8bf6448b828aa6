import { type CommentPolicy, commentPolicies } from '#contract/moderation.ts'
import { recordAction } from '../../db/audit-log.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'

const KEY = 'comment-policy'

const words: Record<CommentPolicy, string> = {
  first: 'the first of each reader waits',
  all: 'every comment waits',
  none: 'no comment waits',
}

/** Whose comments wait for approval. */
export async function readPolicy(db: Queries): Promise<CommentPolicy> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  const value: unknown = row && JSON.parse(row.value)
  return commentPolicies.find((policy) => policy === value) ?? 'first'
}

/** Says whose comments wait from now on; what waits already, waits on. */
export async function setPolicy(db: Database, { userId: id, name }: Actor, policy: CommentPolicy): Promise<void> {
  const value = JSON.stringify(policy)
  await db.transaction().execute(async (tx) => {
    if ((await readPolicy(tx)) === policy) return
    await tx
      .insertInto('settings')
      .values({ key: KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    await recordAction(tx, {
      actor: { id, name },
      action: 'comment policy changed',
      target: { id: null, name: 'Comments' },
      detail: words[policy],
    })
  })
}

/** Whether a policy has a comment wait. `first`: whether its author has no visible comment yet, and has got no order. */
export function policyHolds(policy: CommentPolicy, { roles }: Pick<Actor, 'roles'>, first: boolean): boolean {
  if (policy === 'none' || roles.includes('Admin')) return false
  return policy === 'all' || (first && !roles.includes('Partner'))
}
