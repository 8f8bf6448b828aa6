import { type CommentPolicy, commentPolicies } from '#contract/moderation.ts'
import { by, recordAction } from '../../db/audit-log.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'

const KEY = 'comment-policy'

const descriptions: Record<CommentPolicy, string> = {
  first: 'the first of each reader waits',
  all: 'every comment waits',
  none: 'no comment waits',
}

/** Reads which comments wait for approval. */
export async function readPolicy(db: Queries): Promise<CommentPolicy> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  const value: unknown = row && JSON.parse(row.value)
  return commentPolicies.find((policy) => policy === value) ?? 'first'
}

/** Changes which new comments wait for approval; waiting comments continue to wait. */
export async function setPolicy(db: Database, actor: Actor, policy: CommentPolicy): Promise<void> {
  const value = JSON.stringify(policy)
  await db.transaction().execute(async (tx) => {
    if ((await readPolicy(tx)) === policy) return
    await tx
      .insertInto('settings')
      .values({ key: KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    await recordAction(tx, {
      actor: by(actor),
      action: 'comment policy changed',
      target: { id: null, name: 'Comments' },
      detail: descriptions[policy],
    })
  })
}

/**
 * Returns whether a comment waits under a policy. `first`: the author has neither a visible comment nor a completed
 * order.
 */
export function mustWait(policy: CommentPolicy, { roles }: Pick<Actor, 'roles'>, first: boolean): boolean {
  if (policy === 'none' || roles.includes('Admin')) return false
  return policy === 'all' || (first && !roles.includes('Partner'))
}
