import type { ToolLink } from '#contract/tools.ts'
import * as calls from '#contract/tools.ts'
import { type AuditActor, recordAction } from '../../db/audit-log.ts'
import type { Database, DatabaseOrTx, Tx } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import type { EventBus } from '../../events/events.ts'
import { createNotFoundRefusal } from '../../http/failures.ts'
import { parseLinkAddress } from '../../http/parse-link-address.ts'
import { parseName } from '../../http/parse-name.ts'
import { defineFeature } from '../define-feature.ts'

/** The links in the menu group Tools (S2.21, S7.13). Only admins can see and change them (S5.07, S6.04). */
export const createToolLinksFeature = (context: ToolsContext) =>
  defineFeature({
    name: 'tools',
    switchedBy: 'accounts',
    routes: ({ bind }) => {
      bind(calls.listToolLinks, async () => ({ tools: await listToolLinks(context.db) }))

      bind(calls.addToolLink, ({ body, actor }) => addToolLink(context, actor, body))
      bind(calls.changeToolLink, ({ params: { id }, body, actor }) => changeToolLink(context, actor, id, body))
      bind(calls.removeToolLink, ({ params: { id }, actor }) => removeToolLink(context, actor, id))
      bind(calls.reorderToolLinks, async ({ body, actor }) => ({
        tools: await orderTools(context, actor, body.ids),
      }))
    },
  })

interface ToolsContext {
  db: Database
  events: EventBus
}

type Draft = Omit<ToolLink, 'id'>

/** Lists every tool, in the order of the menu (S3.06). */
async function listToolLinks(db: DatabaseOrTx): Promise<ToolLink[]> {
  // Tools that were added at the same time may have the same position.
  return db.selectFrom('tools').select(['id', 'name', 'url']).orderBy('position').orderBy('id').execute()
}

/** Adds a tool at the end of the list. @throws {Refusal} name_missing, name_too_long, link_invalid */
async function addToolLink({ db, events }: ToolsContext, by: AuditActor, draft: Draft): Promise<ToolLink> {
  const tool = { id: createId(), ...checked(draft) }
  await db.transaction().execute(async (tx) => {
    const { last } = await tx
      .selectFrom('tools')
      .select(({ fn }) => fn.max('position').as('last'))
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('tools')
      .values({ ...tool, position: (last ?? 0) + 1 })
      .execute()
    await recordAction(tx, { actor: by, action: 'tool added', target: tool, detail: tool.url })
    await events.publish(tx, 'tools.changed')
  })
  return tool
}

/**
 * Changes the name and the URL of a tool; logs nothing when both are the same as before. @throws {Refusal} not_found
 */
async function changeToolLink(
  { db, events }: ToolsContext,
  by: AuditActor,
  id: string,
  draft: Draft,
): Promise<ToolLink> {
  const tool = { id, ...checked(draft) }
  await db.transaction().execute(async (tx) => {
    const before = await findTool(tx, id)
    if (before.name === tool.name && before.url === tool.url) return
    await tx.updateTable('tools').set({ name: tool.name, url: tool.url }).where('id', '=', id).execute()
    await recordAction(tx, { actor: by, action: 'tool changed', target: tool, detail: `${before.name}, ${before.url}` })
    await events.publish(tx, 'tools.changed')
  })
  return tool
}

/** Removes a tool. @throws {Refusal} not_found */
async function removeToolLink({ db, events }: ToolsContext, by: AuditActor, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const tool = await findTool(tx, id)
    await tx.deleteFrom('tools').where('id', '=', id).execute()
    await recordAction(tx, { actor: by, action: 'tool removed', target: tool, detail: tool.url })
    await events.publish(tx, 'tools.changed')
  })
}

/**
 * Sorts the tools: first those with the given ids, then the others in their previous order. Unknown ids are ignored.
 */
async function orderTools({ db, events }: ToolsContext, by: AuditActor, ids: readonly string[]): Promise<ToolLink[]> {
  return db.transaction().execute(async (tx) => {
    const before = await listToolLinks(tx)
    const placeOf = new Map(ids.map((id, place) => [id, place]))
    const place = ({ id }: ToolLink) => placeOf.get(id) ?? ids.length
    const after = before.toSorted((a, b) => place(a) - place(b))
    if (after.every((tool, at) => tool === before[at])) return before
    for (const [at, { id }] of after.entries()) {
      await tx
        .updateTable('tools')
        .set({ position: at + 1 })
        .where('id', '=', id)
        .execute()
    }
    await recordAction(tx, { actor: by, action: 'tools ordered', target: { id: null, name: 'the tools' } })
    await events.publish(tx, 'tools.changed')
    return after
  })
}

const checked = ({ name, url }: Draft): Draft => ({ name: parseName(name), url: parseLinkAddress(url) })

const findTool = (tx: Tx, id: string): Promise<ToolLink> =>
  tx
    .selectFrom('tools')
    .select(['id', 'name', 'url'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(createNotFoundRefusal)
