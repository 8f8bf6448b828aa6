import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { DeskPageRow, PageDraft, Publication } from '#contract/authoring.ts'
import type { RenderPreview } from '../features/authoring/previews.ts'
import { createDeskSite } from './desk.ts'

export const today = '2026-11-26'
/** Returns the text of a page. @param more further lines of its front matter */
export const createPageSource = (path: string, title: string, text = 'Words.', more = '') =>
  `---\npath: ${path}\ntitle: ${title}\ndescription: ''\npublished: ${today}\n${more}---\n\n${text}\n`

/**
 * Creates a site whose repository has the page My boat. A test can replace the build; by default it succeeds.
 * @param files further pages by their names
 * @param push whether commits are pushed
 */
export async function createAuthorSite(files: Record<string, string> = {}, { push = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'authoring-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'content/private'), { recursive: true })
  const pathOf = (file: string) => join(folder, 'content', file)
  const boat = createPageSource('/boat', 'My boat')
  for (const [file, source] of Object.entries({ 'boat.mdx': boat, ...files })) writeFileSync(pathOf(file), source)
  const build = { run: async (_signal: AbortSignal) => {} }
  const renderPreview = vi.fn<RenderPreview>(async ({ file, source }) => ({ id: 1, html: `<h1>${file}</h1>${source}` }))
  const site = await createDeskSite({
    sources: { folder, push },
    runBuild: (signal) => build.run(signal),
    renderPreview,
  })
  /** Marks Ada's session as if she had just entered her password. */
  const prove = () =>
    site.db.updateTable('sessions').set({ proved_at: Date.now() }).where('user_id', '=', site.ada.id).execute()
  const begin = async (file: string | null, source: string) =>
    (await site.ask('POST', '/page-drafts', { file, source })) as { status: number; body: PageDraft & { code: string } }
  const publish = async ({ id, version }: PageDraft) => site.ask('POST', `/page-drafts/${id}/publish`, { version })
  const publication = async () => (await site.ask('GET', '/publication')).body as Publication
  /** Publishes a draft and waits until the publication has ended. */
  const publishAll = async (draft: PageDraft): Promise<Publication> => {
    expect((await publish(draft)).status).toBe(202)
    return vi.waitFor(async () => {
      const now = await publication()
      expect(now.state).not.toBe('running')
      return now
    }, 10_000)
  }
  return {
    ...site,
    ...{ folder, renderPreview, boat, build, prove, begin, publish, publication, publishAll },
    read: (file: string) => (existsSync(pathOf(file)) ? readFileSync(pathOf(file), 'utf8') : null),
    write: (file: string, source: string) => writeFileSync(pathOf(file), source),
    pages: async () => (await site.ask('GET', '/pages')).body as { pages: DeskPageRow[]; whyOff: string | null },
  }
}
