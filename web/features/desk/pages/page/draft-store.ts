import { createStore } from 'zustand/vanilla'
import { ApiError, type Problem } from '../../../../api/problem.ts'
import { isConflict, joinParts, type MergedPart, mergeTexts } from '../source/merge-texts.ts'
import type { StoredCopies, StoredCopy } from '../source/stored-copies.ts'

/** A changed text is saved at most this long after the change. */
const SAVE_MS = 3_000
/** The interval at which an unreachable server is called again. */
const RETRY_MS = 10_000

/** The draft of a page as the server has it. */
export interface SavedDraft {
  source: string
  version: number
  /** The name of the person who saved it last. */
  editedBy: string
}

/** Where the text is: on the server, only in this browser, or in two versions that do not fit together. */
export type SavingState = 'saved' | 'changed' | 'saving' | 'offline' | 'refused' | 'conflict'

export interface DraftState<Draft extends SavedDraft> {
  source: string
  draft: Draft | null
  saving: SavingState
  /** Why the server did not save the text. */
  problem: Problem | null
  /** The versions of a conflict, until the author has chosen. */
  conflict: MergedPart[] | null
  /** The name of the other author whose changes were merged in while the page was open. */
  mergedFrom: string | null
}

/** The calls of a store. Each throws an ApiError. */
export interface DraftCalls<Draft extends SavedDraft> {
  create: (source: string) => Promise<Draft>
  save: (draft: Draft, source: string) => Promise<Draft>
  /** Fetches the newest draft of the page; null when it was published or deleted. */
  fetch: (draft: Draft | null) => Promise<Draft | null>
}

interface DraftOptions<Draft extends SavedDraft> {
  /** The text on the server: of the draft, or of the file while there is no draft. */
  saved: string
  draft: Draft | null
  calls: DraftCalls<Draft>
  copies: StoredCopies
}

/**
 * Creates the store of a page that is being edited. The text is in local storage after each change, and on the server
 * within some seconds. When somebody else has saved the draft meanwhile, both texts are merged.
 */
export function createDraftStore<Draft extends SavedDraft>({ saved, draft, calls, copies }: DraftOptions<Draft>) {
  /** The last text of the server that the source contains. */
  let base = saved
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  /** The copies of other tabs that the source contains. */
  let adopted: StoredCopy[] = []
  const store = createStore<DraftState<Draft>>(() => ({
    source: saved,
    draft,
    saving: 'saved',
    problem: null,
    conflict: null,
    mergedFrom: null,
  }))
  const { getState: get, setState: set } = store

  const keepCopy = () => copies.keep({ source: get().source, base, at: Date.now() })
  const removeCopies = () => {
    copies.remove(adopted)
    adopted = []
  }
  function stop() {
    clearTimeout(timer)
    timer = undefined
  }
  function schedule(after = SAVE_MS) {
    timer ??= setTimeout(() => void save(), after)
  }

  /** Takes a text that was typed. It stays in this browser until the server has it. */
  function type(source: string) {
    const { source: before, saving } = get()
    if (source === before) return
    set({ source })
    if (saving !== 'conflict' && saving !== 'saving' && source === base) {
      stop()
      removeCopies()
      return set({ saving: 'saved', problem: null })
    }
    keepCopy()
    if (saving === 'conflict') return
    if (saving !== 'saving') set({ saving: 'changed' })
    schedule()
  }

  /** Continues with a source that contains the server's text. */
  function continueWith(source: string, changes: Partial<DraftState<Draft>>) {
    const isSaved = source === base
    set({ ...changes, source, conflict: null, saving: isSaved ? 'saved' : 'changed' })
    if (isSaved) return removeCopies()
    keepCopy()
    schedule(0)
  }

  /** Merges a newer draft into the source. A conflict waits for `resolve`. */
  function receive(draft: Draft) {
    const parts = mergeTexts(base, get().source, draft.source)
    base = draft.source
    const changes = { draft, mergedFrom: draft.editedBy, problem: null }
    if (!parts.some(isConflict)) return continueWith(joinParts(parts), changes)
    stop()
    set({ ...changes, conflict: parts, saving: 'conflict' })
  }

  /** Saves the text now, unless the server has it already. Resolves when the call is done. */
  function save(): Promise<void> {
    stop()
    const { saving, source } = get()
    if (saving === 'conflict' || (!running && source === base)) return Promise.resolve()
    running ??= send().finally(() => {
      running = undefined
      if (get().saving === 'changed') schedule()
    })
    return running
  }

  async function send() {
    const { draft, source } = get()
    set({ saving: 'saving' })
    try {
      const reply = await (draft ? calls.save(draft, source) : calls.create(source))
      base = reply.source
      const isNewest = get().source === base
      if (isNewest) removeCopies()
      else keepCopy()
      set({ draft: reply, saving: isNewest ? 'saved' : 'changed', problem: null })
    } catch (error) {
      await recover(error, draft)
    }
  }

  /** Decides what follows a failed save. No failure loses text. */
  async function recover(error: unknown, draft: Draft | null) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 0) return waitForServer(error)
    if (error.status !== 409 && error.status !== 404) return set({ saving: 'refused', problem: error })
    const newest = await calls.fetch(draft).catch((failure: unknown) => {
      if (failure instanceof ApiError) return failure
      throw failure
    })
    if (newest instanceof ApiError) return waitForServer(newest)
    if (newest) return receive(newest)
    // A draft that is gone was published or deleted. The next save begins a new draft with the text.
    if (draft) return set({ draft: null, saving: 'changed' })
    set({ saving: 'refused', problem: error })
  }

  function waitForServer(problem: Problem) {
    set({ saving: 'offline', problem })
    schedule(RETRY_MS)
  }

  /** Fetches what others have saved since the last call. */
  async function refresh() {
    const { draft, saving } = get()
    if (!draft || saving === 'saving' || saving === 'conflict') return
    const newest = await calls.fetch(draft).catch(() => null)
    const { saving: now, draft: own } = get()
    if (newest && own && newest.version > own.version && now !== 'saving' && now !== 'conflict') receive(newest)
  }

  const stored = copies.list()
  const source = stored.reduce((text, copy) => joinParts(mergeTexts(copy.base, text, copy.source)), saved)
  adopted = stored
  if (stored.length > 0) continueWith(source, {})

  return {
    subscribe: store.subscribe,
    getState: get,
    type,
    save,
    refresh,
    /** Ends a conflict with the text that the author has chosen. */
    resolve: (source: string) => continueWith(source, {}),
    /** Ends the timers. Text that is not saved yet stays in this browser. */
    stop,
  }
}
