import type { PageProblem, PublicationProgress } from '#contract/authoring.ts'
import { isSingleSlugPath } from '#contract/page-path.ts'
import { parseBuildError } from '#contract/page-problems.ts'
import { recordAction } from '../../db/audit-log.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import type { WorkClaim } from '../../db/work-lease.ts'
import type { Actor } from '../../http/actor.ts'
import { createNotFoundRefusal, Refusal } from '../../http/failures.ts'
import { type RebuildOptions, rebuildSite } from '../../http/rebuild-site.ts'
import { parsePageFrontMatter, readPageFile } from './page-files.ts'
import type { createPageGitClient } from './page-repository.ts'
import { listReferencedUploads } from './page-uploads.ts'
import {
  createInterruptedPublication,
  findPublicationInList,
  interruptionWarning,
  isContinuable,
  type PublishingRequest,
  prependPublication,
  publishingLease,
  type StoredPublication,
} from './publications.ts'

interface PublisherOptions extends RebuildOptions {
  db: Database
  /** `content/` of the repository. */
  folder: string
  repository: ReturnType<typeof createPageGitClient>
  reportFailure: (error: unknown) => void
}

const RESTART =
  'The page is in its file. The program of the site has changed since it started: start the site again to show the page.'

/** A page that cannot be published, with its problems. */
class PageProblems extends Error {
  readonly problems: PageProblem[]

  constructor(problems: PageProblem[]) {
    super('The page has problems.')
    this.problems = problems
  }
}

type Claim = WorkClaim<StoredPublication[]>

/** Publishes drafts, one at a time, even when the site runs in several processes. */
export function createPublisher({ db, folder, repository, reportFailure, ...options }: PublisherOptions) {
  const closing = new AbortController()
  let publication: StoredPublication
  let running: Promise<void> = Promise.resolve()

  /** Stores the new state of the publication, so that all processes see it. */
  async function update(claim: Claim, changes: Partial<StoredPublication>, queries?: DatabaseOrTx): Promise<void> {
    publication = { ...publication, ...changes }
    const hasClaim = await claim.renew(prependPublication(claim, publication), queries)
    if (!hasClaim) throw new Error('Another process has taken over the publishing of pages.')
  }

  /** Returns a draft that may be published. @throws {Refusal} not_found, draft_changed, page_changed */
  async function findDraft({ draftId, version }: PublishingRequest): Promise<Draft> {
    const draft = await db
      .selectFrom('page_drafts')
      .select(['id', 'file', 'base', 'source', 'version'])
      .where('id', '=', draftId)
      .executeTakeFirstOrThrow(createNotFoundRefusal)
    if (draft.version !== version) throw new Refusal('draft_changed')
    if (draft.file !== null) {
      const current = await readPageFile(folder, draft.file)
      if (current !== draft.base && current !== draft.source) throw new Refusal('page_changed')
    }
    return draft
  }

  /** Returns the file of a draft. @throws {PageProblems} when the page cannot be published */
  async function checkDraft(draft: Draft): Promise<string> {
    const { findForbiddenPageParts } = await import('#contract/find-forbidden-page-parts.ts')
    const problems = findForbiddenPageParts(draft.source)
    const { path } = parsePageFrontMatter(draft.source, '')
    const line = Math.max(1, draft.source.split('\n').findIndex((text) => text.startsWith('path:')) + 1)
    const file = draft.file ?? `${path.slice(1)}.mdx`
    if (draft.file === null) {
      if (!isSingleSlugPath(path))
        problems.push({ line, message: 'path: must be one lower-case segment such as /my-page' })
      else {
        // If an earlier attempt failed after its build, the file already has the text of the draft. This is no
        // conflict.
        const existing = await readPageFile(folder, file)
        if (existing !== null && existing !== draft.source)
          problems.push({ line, message: `path: ${path} is taken by content/${file}` })
      }
    }
    if (problems.length > 0) throw new PageProblems(problems)
    return file
  }

  async function publish(claim: Claim, { actor }: PublishingRequest, draft: Draft): Promise<void> {
    const { runBuild } = options
    if (!runBuild) throw new Refusal('authoring_off')
    const file = await checkDraft(draft)
    await update(claim, { step: 'Building the site …' })
    const { source } = draft
    const build = () => rebuildSite(options, runBuild, closing.signal, { file, source })
    const built = await claim.renewDuring(build, reportFailure).catch(async (error: unknown) => {
      // The build may have written the page before the build was stopped. The draft then gets this file as its base;
      // otherwise the next publication could be refused because the file has changed.
      if ((await readPageFile(folder, file)) === source)
        await db.updateTable('page_drafts').set({ file, base: source }).where('id', '=', draft.id).execute()
      closing.signal.throwIfAborted()
      throw new PageProblems(parseBuildError(error, file) ?? [{ line: 1, message: describeError(error) }])
    })
    const { title, isDraft } = parsePageFrontMatter(source, file)
    const former = draft.base === null ? null : parsePageFrontMatter(draft.base, file)
    const isWithdrawn = isDraft && former !== null && !former.isDraft
    await db.transaction().execute(async (tx) => {
      // When the author has saved during the build, the draft stays, based on the newly published file.
      await tx.deleteFrom('page_drafts').where('id', '=', draft.id).where('version', '=', draft.version).execute()
      await tx.updateTable('page_drafts').set({ file, base: source }).where('id', '=', draft.id).execute()
      await recordAction(tx, {
        actor,
        action: isWithdrawn ? 'page withdrawn' : 'page published',
        target: { id: null, name: title },
      })
      await update(claim, { step: 'Committing the page …', warning: interruptionWarning }, tx)
    })
    const message = isWithdrawn ? `Withdraw ${title}` : `${draft.file === null ? 'Add' : 'Change'} ${title}`
    const files = [file, ...(await listReferencedUploads(folder, file, source))]
    const warning = await repository.commitAndPush({ files, message, author: actor }, () =>
      update(claim, { step: 'Pushing the commit …' }).catch(reportFailure),
    )
    publication = { ...publication, warning }
    if (!built) throw new PageProblems([{ line: 1, message: RESTART }])
  }

  /** Publishes a draft, and records the result. */
  async function run(claim: Claim, request: PublishingRequest, draft: Draft): Promise<void> {
    const end = await publish(claim, request, draft).then(
      (): Partial<StoredPublication> => ({ state: 'done', request: undefined }),
      (error: unknown): Partial<StoredPublication> => {
        // The state `running` stays stored, so that the next process continues the publication.
        if (error === closing.signal.reason) return {}
        const isKnown = error instanceof PageProblems
        if (!isKnown) reportFailure(error)
        const problems = isKnown ? error.problems : [{ line: 1, message: 'Something broke on our side. Try again.' }]
        return { state: 'failed', problems, request: undefined }
      },
    )
    publication = { ...publication, step: '', ...end }
    await claim.release(db, prependPublication(claim, publication))
  }

  /** Begins or continues a publication. @throws {Refusal} not_found, draft_changed, page_changed */
  async function start(
    claim: Claim,
    id: string,
    request: PublishingRequest,
    { isContinued }: Pick<StoredPublication, 'isContinued'> = {},
  ): Promise<PublicationProgress> {
    // The wait is short: this process has the claim now, so its previous publication has released or lost the claim.
    await running
    const draft = await findDraft(request)
    publication = { id, state: 'running', step: '', problems: [], warning: '', request, isContinued }
    await update(claim, { step: 'Checking the page …' })
    running = run(claim, request, draft).catch(reportFailure)
    return publication
  }

  return {
    /**
     * Begins to publish a draft, or continues an interrupted publication of the same version.
     * @throws {Refusal} not_found, draft_changed, page_changed; publishing_now while another draft is published
     */
    begin: async ({ userId, name, email }: Actor, draftId: string, version: number): Promise<PublicationProgress> => {
      const claim = await publishingLease.claim(db)
      if (!claim) throw new Refusal('publishing_now')
      const interrupted = claim.last?.find(
        ({ state, request }) => state === 'running' && request?.draftId === draftId && request.version === version,
      )
      try {
        return await start(claim, interrupted?.id ?? createId(), { draftId, version, actor: { userId, name, email } })
      } catch (error) {
        await claim.release(db)
        throw error
      }
    },

    /**
     * Continues a publication whose process has ended, in the name of its author. The author proved their identity when
     * the publication began. The ended process may have put the page online, which the author learns only from a
     * finished publication.
     * @returns null when there is nothing to continue
     */
    continueInterrupted: async (id: string): Promise<PublicationProgress | null> => {
      const { runningSince, last } = await publishingLease.read(db)
      if (runningSince !== null || !isContinuable(findPublicationInList(last, id))) return null
      const claim = await publishingLease.claim(db)
      if (!claim) return null
      // Another process may have continued the publication before this process got the claim.
      const found = findPublicationInList(claim.last, id)
      if (!isContinuable(found)) {
        await claim.release(db)
        return null
      }
      try {
        return await start(claim, id, found.request, { isContinued: true })
      } catch (error) {
        const failed = createInterruptedPublication(id)
        await claim.release(db, error instanceof Refusal ? prependPublication(claim, failed) : undefined)
        if (error instanceof Refusal) return failed
        throw error
      }
    },

    /** Stops a running build, and waits until its publication is recorded. */
    close: async () => {
      closing.abort()
      await running
    },
  }
}

type Draft = { id: string; file: string | null; base: string | null; source: string; version: number }

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
