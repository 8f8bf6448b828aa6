import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { ContentPage, PageDraft, PublicationProgress } from '#contract/authoring.ts'
import type { AppOptions } from '../app.ts'
import type { RenderPreview } from '../features/authoring/previews.ts'
import type { PageSourceFile } from '../http/rebuild-site.ts'
import { createDeskSite } from './desk.ts'
import { createTestSite } from './site.ts'

export const today = '2026-11-26'
/** Returns the text of a page. @param more further lines of its front matter */
export const buildPageMdx = (path: string, title: string, text = 'Words.', more = '') =>
  `---\npath: ${path}\ntitle: ${title}\ndescription: ''\npublished: ${today}\n${more}---\n\n${text}\n`

/** Makes a folder a git repository with one commit. @returns `git`, which runs a command there and gives its output */
export function initGitRepository(folder: string) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('-c', 'user.name=Start', '-c', 'user.email=start@example.org', 'commit', '--quiet', '-m', 'Begin')
  return git
}

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
  const boat = buildPageMdx('/boat', 'My boat')
  for (const [file, source] of Object.entries({ 'boat.mdx': boat, ...files })) writeFileSync(pathOf(file), source)
  const build = { run: async (_signal: AbortSignal) => {} }
  /** Writes the page into its file when the build has succeeded, like scripts/build.ts. */
  const runBuild = async (signal: AbortSignal, page?: PageSourceFile) => {
    await build.run(signal)
    if (page) writeFileSync(pathOf(page.file), page.source)
  }
  const renderPreview = vi.fn<RenderPreview>(async ({ file, source }) => ({ id: 1, html: `<h1>${file}</h1>${source}` }))
  const options = { sources: { folder, push }, runBuild, renderPreview }
  const site = await createDeskSite(options)
  /** Marks Ada's session as if she had just entered her password. */
  const prove = () =>
    site.db.updateTable('sessions').set({ proved_at: Date.now() }).where('user_id', '=', site.ada.id).execute()
  const read = (file: string) => (existsSync(pathOf(file)) ? readFileSync(pathOf(file), 'utf8') : null)
  /** Begins a draft. @param base the text of the file that the author has edited; by default its present text */
  const begin = async (file: string | null, source: string, base = file === null ? null : read(file)) =>
    (await site.ask('POST', '/page-drafts', { file, base, source })) as {
      status: number
      body: PageDraft & { code: string }
    }
  const publish = async ({ id, version }: PageDraft) => site.ask('POST', `/page-drafts/${id}/publish`, { version })
  const publication = async (id: string) => (await site.ask('GET', `/publications/${id}`)).body as PublicationProgress
  /** Waits until a publication has ended. */
  const untilEnded = (id: string): Promise<PublicationProgress> =>
    vi.waitFor(async () => {
      const now = await publication(id)
      expect(now.state).not.toBe('running')
      return now
    }, 10_000)
  /** Publishes a draft and waits until the publication has ended. */
  const publishAll = async (draft: PageDraft): Promise<PublicationProgress> => {
    const { status, body } = await publish(draft)
    expect(status).toBe(202)
    return untilEnded(body.id)
  }
  /** Starts another process of the site, with the same folder and the same database. */
  const startProcess = async (changes: Partial<AppOptions> = {}) => {
    const { app, call } = await createTestSite({ ...options, ...changes, db: site.db })
    const ask = async (method: string, path: string, body?: unknown) =>
      (
        await call(method, `/api/desk${path}`, { token: site.ada.token, ...(body === undefined ? {} : { body }) })
      ).json()
    return {
      app,
      publish: ({ id, version }: PageDraft) => ask('POST', `/page-drafts/${id}/publish`, { version }),
      publication: (id: string): Promise<PublicationProgress> => ask('GET', `/publications/${id}`),
    }
  }
  return {
    ...site,
    ...{
      folder,
      renderPreview,
      boat,
      build,
      prove,
      read,
      begin,
      publish,
      publication,
      untilEnded,
      publishAll,
      startProcess,
    },
    write: (file: string, source: string) => writeFileSync(pathOf(file), source),
    pages: async () => (await site.ask('GET', '/pages')).body as { pages: ContentPage[]; whyOff: string | null },
  }
}
