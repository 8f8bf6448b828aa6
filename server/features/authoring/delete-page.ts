import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { recordAction, toAuditActor } from '../../db/audit-log.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { createNotFoundRefusal, Refusal } from '../../http/failures.ts'
import { listPageFiles, readPageFile, readPageHead } from './page-files.ts'
import type { createPageGitClient } from './page-repository.ts'
import { listPageUploads } from './page-uploads.ts'
import { publishingLease } from './publications.ts'

interface Pages {
  db: Database
  /** `content/` of the repository. */
  folder: string
  repository: ReturnType<typeof createPageGitClient>
  reportFailure: (error: unknown) => void
}

/**
 * Deletes a page that its file hides from readers: the file, its draft, and its uploads that no other page uses. The
 * site needs no build for it. Claims the publishing of pages, so that no build reads the files meanwhile.
 * @returns why git did not commit or push the deletion, as a sentence; empty when nothing went wrong
 * @throws {Refusal} not_found, page_visible; publishing_now while a page is published
 */
export async function deletePage(pages: Pages, actor: Actor, file: string): Promise<string> {
  const { db, folder, repository, reportFailure } = pages
  const claim = await publishingLease.claim(db)
  if (!claim) throw new Refusal('publishing_now')
  try {
    const source = await readPageFile(folder, file)
    if (source === null) throw createNotFoundRefusal()
    const { title, isDraft } = readPageHead(source, file)
    if (!isDraft) throw new Refusal('page_visible')
    const uploads = await listOwnUploads(pages, file, source)
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('page_drafts').where('file', '=', file).execute()
      const target = { id: null, name: title }
      await recordAction(tx, { actor: toAuditActor(actor), action: 'page deleted', target })
      for (const name of [...uploads, file]) await rm(join(folder, name), { force: true })
    })
    return await repository.commitAndPush({ files: [file, ...uploads], message: `Delete ${title}`, author: actor })
  } finally {
    // The page is deleted already, so a failure here must not become the reply.
    await claim.release(db).catch(reportFailure)
  }
}

/** Lists the uploads of a page and its draft that no other page and no other draft at the desk uses. */
async function listOwnUploads({ db, folder }: Pages, file: string, source: string): Promise<string[]> {
  const drafts = await db.selectFrom('page_drafts').select(['file', 'source']).execute()
  const own = drafts.find((draft) => draft.file === file)
  const uploads = await listPageUploads(folder, file, source + (own?.source ?? ''))
  const others = drafts.filter((draft) => draft !== own).map((draft) => draft.source)
  for (const other of listPageFiles(folder)) if (other !== file) others.push((await readPageFile(folder, other)) ?? '')
  return uploads.filter((upload) => !others.some((text) => text.includes(basename(upload))))
}
