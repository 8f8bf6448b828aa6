import { randomBytes } from 'node:crypto'
import type { PageDraft } from '#contract/authoring.ts'
import { buildAccountsQuery } from '../../db/accounts.ts'
import { type AuditActor, recordAction } from '../../db/audit-log.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import type { Actor } from '../../http/actor.ts'
import { createNotFoundRefusal, Refusal } from '../../http/failures.ts'
import { parsePageFrontMatter } from './page-files.ts'

const drafts = (db: DatabaseOrTx) =>
  db
    .selectFrom('page_drafts')
    .leftJoin(buildAccountsQuery(db).as('author'), 'author.id', 'page_drafts.user_id')
    .select(['page_drafts.id', 'file', 'source', 'version', 'updated_at as updatedAt', 'preview_key as previewKey'])
    .select(({ fn, val }) => fn.coalesce('author.name', val('Somebody')).as('editedBy'))

export const listDrafts = (db: DatabaseOrTx): Promise<PageDraft[]> => drafts(db).orderBy('updated_at', 'desc').execute()

/** @throws {Refusal} not_found */
export const getDraft = (db: DatabaseOrTx, id: string): Promise<PageDraft> =>
  drafts(db).where('page_drafts.id', '=', id).executeTakeFirstOrThrow(createNotFoundRefusal)

/** Returns the draft of a file; null when it has none. */
export const findDraftOfFile = async (db: DatabaseOrTx, file: string): Promise<PageDraft | null> =>
  (await drafts(db).where('file', '=', file).executeTakeFirst()) ?? null

/** Begins a draft. @param base the text of the file; null for a page without a file. @throws {Refusal} draft_exists */
export async function createDraft(
  db: Database,
  { userId }: Actor,
  { file, base, source }: { file: string | null; base: string | null; source: string },
): Promise<PageDraft> {
  const id = createId()
  const row = { id, file, base, source, version: 1, user_id: userId, updated_at: Date.now() }
  if ((await insertNewRows(db, 'page_drafts', row)) === 0) throw new Refusal('draft_exists')
  return getDraft(db, id)
}

/** Saves a draft. @param version the version that the author has edited. @throws {Refusal} not_found, draft_changed */
export async function saveDraft(
  db: Database,
  { userId }: Actor,
  { id, version, source }: { id: string; version: number; source: string },
): Promise<PageDraft> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('page_drafts')
      .set({ source, version: version + 1, user_id: userId, updated_at: Date.now() })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    const draft = await getDraft(tx, id)
    if (numUpdatedRows === 0n) throw new Refusal('draft_changed')
    return draft
  })
}

/** Deletes a draft. The file of its page stays. @throws {Refusal} not_found */
export async function deleteDraft(db: Database, actor: AuditActor, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { file, source } = await getDraft(tx, id)
    await tx.deleteFrom('page_drafts').where('id', '=', id).execute()
    const name = parsePageFrontMatter(source, file ?? 'a new page').title
    await recordAction(tx, { actor, action: 'draft deleted', target: { id: null, name } })
  })
}

/** Shares the preview of a draft at a secret URL, or ends the sharing. @throws {Refusal} not_found */
export async function setPreviewShared(
  db: Database,
  actor: AuditActor,
  id: string,
  isShared: boolean,
): Promise<PageDraft> {
  return db.transaction().execute(async (tx) => {
    const { file, source, previewKey } = await getDraft(tx, id)
    if (isShared === (previewKey !== null)) return getDraft(tx, id)
    const key = isShared ? randomBytes(24).toString('base64url') : null
    await tx.updateTable('page_drafts').set({ preview_key: key }).where('id', '=', id).execute()
    const name = parsePageFrontMatter(source, file ?? 'a new page').title
    const action = isShared ? 'preview shared' : 'preview taken back'
    await recordAction(tx, { actor, action, target: { id: null, name } })
    return getDraft(tx, id)
  })
}

/** Finds the draft of a shared preview; null when there is none, or when its sharing has ended. */
export const findSharedDraft = async (db: DatabaseOrTx, key: string): Promise<PageDraft | null> =>
  (await drafts(db).where('preview_key', '=', key).executeTakeFirst()) ?? null
