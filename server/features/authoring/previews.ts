import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PageProblem } from '#contract/authoring.ts'
import { isSingleSlugPath, toSharedPreviewPath } from '#contract/page-path.ts'
import type { PreviewProcessReply, PreviewProcessRequest } from '#contract/preview.ts'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../http/failures.ts'
import type { ServedBuild } from '../../http/served-build.ts'
import { findSharedDraft } from './drafts.ts'
import { parsePageFrontMatter } from './page-files.ts'

/** Renders a page as readers will see it. @throws {Error} when the page cannot be rendered at the moment */
export type RenderPreview = (
  page: Pick<PreviewProcessRequest, 'file' | 'source'>,
  signal: AbortSignal,
) => Promise<PreviewProcessReply>

interface PreviewOptions {
  db: Database
  /** The served build. Shared previews have its security headers, and are rendered again when its version changes. */
  build: Pick<ServedBuild, 'version' | 'security'>
  renderPreview: RenderPreview
  log: FastifyBaseLogger
}

type Preview = { html: string | null; problems: PageProblem[] }

/** The number of cached previews. Previews of shared drafts are cached, because many readers open the same one. */
const KEPT_MAX = 20

/** Renders the previews of drafts. */
export function createPreviewRenderer({ db, build, renderPreview, log }: PreviewOptions) {
  const closing = new AbortController()
  /** The latest previews of shared drafts, by the id and version of the draft and the version of the build. */
  const kept = new Map<string, Promise<Preview>>()

  /**
   * Renders a page as readers will see it, or lists its problems. A page with parts that the desk refuses to save is
   * not rendered.
   * @param onFailure called when the renderer itself has failed, independently of the page
   */
  async function render(file: string | null, source: string, onFailure = () => {}): Promise<Preview> {
    const { findForbiddenPageParts } = await import('#contract/find-forbidden-page-parts.ts')
    const unsafe = findForbiddenPageParts(source)
    if (unsafe.length > 0) return { html: null, problems: unsafe }
    try {
      const reply = await renderPreview({ file: file ?? nameFile(source), source }, closing.signal)
      return 'html' in reply ? { html: reply.html, problems: [] } : { html: null, problems: reply.problems }
    } catch (error) {
      log.warn({ err: error }, 'a preview was not drawn')
      onFailure()
      return {
        html: null,
        problems: [{ line: 1, message: 'The preview could not be drawn. It is tried again with the next change.' }],
      }
    }
  }

  function renderOnce(name: string, file: string | null, source: string): Promise<Preview> {
    const preview = kept.get(name) ?? render(file, source, () => kept.delete(name))
    kept.delete(name)
    kept.set(name, preview)
    for (const old of kept.keys()) if (kept.size > KEPT_MAX) kept.delete(old)
    return preview
  }

  return {
    render,
    close: () => closing.abort(),

    /** Serves the shared previews, for people without an account. */
    routes: (scope: FastifyInstance) =>
      scope.get<{ Params: { key: string } }>(toSharedPreviewPath(':key'), async ({ params: { key } }, reply) => {
        const draft = await findSharedDraft(db, key)
        if (!draft) throw new Refusal('not_found')
        const { html } = await renderOnce(`${draft.id} ${draft.version} ${build.version}`, draft.file, draft.source)
        if (html === null) throw new Refusal('preview_unfinished')
        return reply
          .headers(build.security)
          .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
          .type('text/html; charset=utf-8')
          .send(html)
      }),
  }
}

/** Returns the file name that a new page will have. */
function nameFile(source: string): string {
  const { path } = parsePageFrontMatter(source, '')
  return isSingleSlugPath(path) ? `${path.slice(1)}.mdx` : 'new-page.mdx'
}
