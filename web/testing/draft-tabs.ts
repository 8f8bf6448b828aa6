import { vi } from 'vitest'
import type { SavedDraft } from '../features/desk/pages/page/draft-store.ts'

/**
 * A fake server with one page and its draft. `failure` is the status with which it answers the next save. The
 * file is null for a new page.
 */
export function createFakeDraftServer(draft: SavedDraft | null = null, file: string | null = 'one\ntwo\nthree') {
  const server = { draft, file, failure: null as number | null, isReplyLost: false, saves: [] as string[] }
  const answer = async (known: SavedDraft | null, source: string): Promise<SavedDraft> => {
    const { ApiError } = await import('../api/problem.ts')
    if (server.failure !== null) throw new ApiError({ code: null, message: 'No.' }, server.failure)
    if (known?.version !== server.draft?.version)
      throw new ApiError({ code: null, message: 'Changed.' }, server.draft ? 409 : 404)
    server.saves.push(source)
    server.draft = { id: 'a', source, version: (server.draft?.version ?? 0) + 1, editedBy: 'Ada' }
    if (server.isReplyLost) throw new ApiError({ code: null, message: 'Lost.' }, 0)
    return server.draft
  }
  const calls = {
    create: async (source: string, base: string) => {
      const { ApiError } = await import('../api/problem.ts')
      if (server.file !== null && server.file !== base) throw new ApiError({ code: null, message: 'Changed.' }, 409)
      return answer(null, source)
    },
    save: (known: SavedDraft, source: string) => answer(known, source),
    fetch: async () => {
      const { draft, file } = server
      const source = draft?.source ?? file
      return source === null ? null : { source, draft }
    },
  }
  return { server, calls }
}

/** Opens the page in a new tab. All tabs share the copies in local storage. */
export async function openDraftTab({ server, calls }: ReturnType<typeof createFakeDraftServer>) {
  vi.resetModules()
  const { createDraftStore } = await import('../features/desk/pages/page/draft-store.ts')
  const { createUnsavedCopyStore } = await import('../features/desk/pages/source/unsaved-copies.ts')
  const copies = createUnsavedCopyStore('page.mdx')
  const store = createDraftStore({
    saved: server.draft?.source ?? server.file ?? '',
    draft: server.draft,
    calls,
    copies,
  })
  return { ...store, copies }
}
/** Builds a draft that another author has saved. */
export const buildOtherAuthorDraft = (source: string, version: number): SavedDraft => ({
  id: 'a',
  source,
  version,
  editedBy: 'Bea',
})
