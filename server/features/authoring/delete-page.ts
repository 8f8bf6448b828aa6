import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { recordAction } from '../../db/audit-log.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { createNotFoundRefusal, Refusal } from '../../http/failures.ts'
import type { ServedBuild } from '../../http/served-build.ts'
import { parsePageFrontMatter, readPageFile } from './page-files.ts'
import type { createPageGitClient } from './page-repository.ts'
import { listReferencedUploads, listUnusedUploads } from './page-uploads.ts'
import { publishingLease } from './publications.ts'

interface Pages {
  db: Database
  /** `content/` of the repository. */
  folder: string
  repository: ReturnType<typeof createPageGitClient>
  build: Pick<ServedBuild, 'addresses'>
  reportFailure: (error: unknown) => void
}

/**
 * Deletes a page that is marked as a draft in its file, and so is hidden from readers. Deletes the file, the draft at
 * the desk, and the uploads that nothing else uses. No build is needed, because the site does not show the page. Claims
 * the publishing of pages, so that no publication of the page runs meanwhile.
 * @returns why git did not commit or push the deletion, as a sentence; empty when nothing went wrong
 * @throws {Refusal} not_found, page_visible; publishing_now while a page is published
 * @throws the error of the file system, which leaves the page as it is
 */
export async function deletePage(pages: Pages, actor: Actor, file: string): Promise<string> {
  const { db, folder, repository, build, reportFailure } = pages
  const claim = await publishingLease.claim(db)
  if (!claim) throw new Refusal('publishing_now')
  try {
    const source = await readPageFile(folder, file)
    if (source === null) throw createNotFoundRefusal()
    const { title, path, isDraft } = parsePageFrontMatter(source, file)
    if (!isDraft || build.addresses.has(path)) throw new Refusal('page_visible')
    const uploads = await listOwnUploads(pages, file, source)
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('page_drafts').where('file', '=', file).execute()
      const target = { id: null, name: title }
      await recordAction(tx, { actor, action: 'page deleted', target })
      await rm(join(folder, file))
    })
    // The page is already deleted, so a failure to delete an upload is only reported.
    for (const upload of uploads) await rm(join(folder, upload), { force: true }).catch(reportFailure)
    return await repository.commitAndPush({ files: [file, ...uploads], message: `Delete ${title}`, author: actor })
  } finally {
    await claim.release(db).catch(reportFailure)
  }
}

/** Lists the uploads of a page and its draft that no other file of the folder and no other draft at the desk names. */
async function listOwnUploads({ db, folder }: Pages, file: string, source: string): Promise<string[]> {
  const drafts = await db.selectFrom('page_drafts').select(['file', 'source']).execute()
  const own = drafts.find((draft) => draft.file === file)
  const uploads = await listReferencedUploads(folder, file, source + (own?.source ?? ''))
  if (uploads.length === 0) return []
  const others = drafts.filter((draft) => draft !== own).map((draft) => draft.source)
  return listUnusedUploads(folder, uploads, others, file)
}
