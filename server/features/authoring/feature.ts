import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import * as calls from '#contract/authoring.ts'
import { DAY_MS } from '#contract/limits.ts'
import { unifyLineBreaks } from '#contract/line-breaks.ts'
import { isReservedPath, reservedHtmlPaths } from '#contract/page-path.ts'
import * as publishingCalls from '#contract/publishing.ts'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../http/failures.ts'
import type { RebuildOptions } from '../../http/rebuild-site.ts'
import type { ServedBuild } from '../../http/served-build.ts'
import { defineFeature } from '../define-feature.ts'
import { deletePage } from './delete-page.ts'
import { createDraft, deleteDraft, findDraftOfFile, getDraft, saveDraft, setPreviewShared } from './drafts.ts'
import { listPages } from './list-pages.ts'
import { hasPageFileWithPath, parsePageFrontMatter, readPageFile } from './page-files.ts'
import { createPageGitClient } from './page-repository.ts'
import { deleteUnusedUploads, storePageUpload } from './page-uploads.ts'
import { createPreviewRenderer, type RenderPreview } from './previews.ts'
import { readPublicationProgress } from './publications.ts'
import { createPublisher } from './publish-draft.ts'

interface AuthoringContext extends RebuildOptions {
  db: Database
  build: RebuildOptions['build'] & Pick<ServedBuild, 'addresses' | 'security'>
  /** The folder of the repository, or the reason why nobody can write pages at the desk. */
  sources: { folder: string; push?: boolean } | { whyOff: string }
  /** Renders drafts; null when the server does not have the sources of the site. */
  renderPreview: RenderPreview | null
  /** Builds the site again after a failed build for a scheduled page. */
  retryBuild: () => Promise<void>
  log: FastifyBaseLogger
  reportFailure: (operation: string, message: string) => (error: unknown) => void
}

/** Creates the feature for the pages at the desk: their list, drafts, and publishing into their files. */
export function createAuthoringFeature({
  db,
  sources,
  renderPreview,
  retryBuild,
  log,
  reportFailure,
  ...rebuild
}: AuthoringContext) {
  const whyOff = 'whyOff' in sources ? sources.whyOff : null
  const parts = 'folder' in sources ? createParts(sources) : null
  const requireParts = () => requirePart(parts)
  const reportDeletion = reportFailure('deletePage', 'the deletion of a page was not finished')

  /** Creates the parts that need the sources of the site. */
  function createParts({ folder: root, push = false }: { folder: string; push?: boolean }) {
    const folder = join(root, 'content')
    const repository = createPageGitClient(folder, { push, log })
    const reportPublishing = reportFailure('publishing', 'a page was not published')
    const publisher = createPublisher({ db, folder, repository, reportFailure: reportPublishing, ...rebuild })
    const previews = renderPreview && createPreviewRenderer({ db, build: rebuild.build, renderPreview, log })
    return { folder, repository, publisher, previews }
  }

  /** @param detail the text that says what to do when there is no such page @throws {Refusal} not_found */
  const readOrRefuse = async (file: string, detail?: string): Promise<string> => {
    const source = await readPageFile(requireParts().folder, file)
    if (source === null) throw new Refusal('not_found', detail)
    return source
  }
  /** Refuses a path with which a new page could not be published. @throws {Refusal} address_taken */
  const requireFreePath = async (source: string): Promise<void> => {
    const { folder } = requireParts()
    const { path } = parsePageFrontMatter(source, '')
    const isOfSite = isReservedPath(path) || reservedHtmlPaths.includes(path) || rebuild.build.addresses.has(path)
    if (isOfSite || (path && (await hasPageFileWithPath(folder, path)))) throw new Refusal('address_taken')
  }
  return defineFeature({
    name: 'authoring',
    switchedBy: 'accounts',
    routes: ({ scope, bind, addScope }) => {
      scope.addHook('onClose', async () => {
        parts?.previews?.close()
        await parts?.publisher.close()
      })
      parts?.previews?.routes(scope)

      bind(calls.listContentPages, async () => ({ pages: parts ? await listPages(db, parts.folder) : [], whyOff }))
      bind(calls.getPageSource, async ({ query: { file } }) => {
        const source = await readOrRefuse(file)
        const { findForbiddenPageParts } = await import('#contract/find-forbidden-page-parts.ts')
        return { source, draft: await findDraftOfFile(db, file), problems: findForbiddenPageParts(source) }
      })
      bind(calls.listPageCommits, async ({ query: { file } }) => ({
        versions: await requireParts().repository.listVersions(file),
      }))
      bind(calls.getPageSourceAtCommit, async ({ params: { commit }, query: { file } }) => {
        const source = await requireParts().repository.readVersion(file, commit)
        if (source === null) throw new Refusal('not_found')
        return { source }
      })
      bind(calls.createPageDraft, async ({ body: { file, base, source }, actor }) => {
        const gone = 'This page was deleted. Copy what you have written into a new page.'
        const current = file === null ? null : await readOrRefuse(file, gone)
        if (current === null) await requireFreePath(source)
        else if (base === null || unifyLineBreaks(current) !== unifyLineBreaks(base)) throw new Refusal('page_changed')
        return createDraft(db, actor, { file, base: current, source })
      })
      bind(calls.getPageDraft, ({ params: { id } }) => getDraft(db, id))
      bind(calls.savePageDraft, ({ params: { id }, body, actor }) => saveDraft(db, actor, { id, ...body }))
      bind(calls.deletePageDraft, async ({ params: { id }, actor }) => {
        await deleteDraft(db, actor, id)
      })
      bind(calls.deletePage, async ({ query: { file }, actor }) => ({
        warning: await deletePage(
          { db, ...requireParts(), build: rebuild.build, reportFailure: reportDeletion },
          actor,
          file,
        ),
      }))
      addScope('files of pages', (upload) =>
        upload.bind(calls.uploadPageAttachment, ({ query: { file, name }, body }) =>
          storePageUpload(requireParts().folder, file, name, body),
        ),
      )
      bind(calls.previewPage, ({ body: { file, source } }) => requirePart(requireParts().previews).render(file, source))
      bind(calls.setPagePreviewSharing, ({ params: { id }, body: { isShared }, actor }) => {
        requirePart(requireParts().previews)
        return setPreviewShared(db, actor, id, isShared)
      })
      bind(publishingCalls.retryBuild, retryBuild)
      bind(calls.publishPage, ({ params: { id }, body: { version }, actor }) =>
        requireParts().publisher.begin(actor, id, version),
      )
      bind(
        calls.getPublicationProgress,
        async ({ params: { id } }) =>
          (await parts?.publisher.continueInterrupted(id)) ?? (await readPublicationProgress(db, id)),
      )
    },
    leaderJobs: parts ? [{ everyMs: DAY_MS, run: () => deleteUnusedUploads(db, parts.folder, parts.repository) }] : [],
    userData: [
      {
        export: async (queries, userId) => {
          const drafts = queries.selectFrom('page_drafts').select(['file', 'source', 'updated_at as updatedAt'])
          return { pageDrafts: await drafts.where('user_id', '=', userId).orderBy('id').execute() }
        },
      },
    ],
  })
}

/** Returns `part`, which is null on a server without the sources of the site. @throws {Refusal} authoring_off */
function requirePart<Part>(part: Part | null): Part {
  if (part === null) throw new Refusal('authoring_off')
  return part
}
