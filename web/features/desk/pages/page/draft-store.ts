import { createStore } from 'zustand/vanilla'
import { unifyLineBreaks } from '#contract/line-breaks.ts'
import { ApiError, isFinalRefusalStatus, type Problem } from '../../../../api/problem.ts'
import { isConflict, joinMergedParts, type MergedPart, mergeTexts } from '../source/merge-texts.ts'
import type { UnsavedCopy, UnsavedCopyStore } from '../source/unsaved-copies.ts'

/** A changed text is saved at most this many milliseconds after the change. */
const SAVE_MS = 3_000
/** The interval at which saving is tried again while the server does not answer, or answers with its own failure. */
const RETRY_MS = 10_000

/** The draft of a page as it is stored on the server. */
export interface SavedDraft {
  id: string
  source: string
  version: number
  /** The name of the person who last saved the draft. */
  editedBy: string
}

/** The state of the text: saved on the server, in this browser only and why, or in conflict with another version. */
export type SavingState = 'saved' | 'changed' | 'saving' | 'offline' | 'refused' | 'conflict'

export interface DraftState<Draft extends SavedDraft> {
  source: string
  draft: Draft | null
  saving: SavingState
  /** Why the server did not save the text. */
  problem: Problem | null
  /** The merge with its conflicting versions, until the author has resolved it. */
  conflict: MergedPart[] | null
  /** The name of the other author whose changes were merged in while the page was open. */
  mergedFrom: string | null
}

/** The server calls of a store. Each throws an ApiError when it fails. */
export interface DraftCalls<Draft extends SavedDraft> {
  /** Begins a draft. @param base the text of the page's file that is merged into the source */
  create: (source: string, base: string) => Promise<Draft>
  save: (draft: Draft, source: string) => Promise<Draft>
  /** Fetches the newest text of the page; null when the page has neither a draft nor a file. */
  fetch: (draft: Draft | null) => Promise<NewestText<Draft> | null>
}

/** The text of a page's draft on the server. Without a draft, the text of the page's file. */
interface NewestText<Draft extends SavedDraft> {
  source: string
  draft: Draft | null
}

interface DraftOptions<Draft extends SavedDraft> {
  /** The text of the draft on the server, or of the page's file while there is no draft. */
  saved: string
  draft: Draft | null
  calls: DraftCalls<Draft>
  copies: UnsavedCopyStore
}

/**
 * Creates the store of a page that is being edited. The text is in local storage after each change, and on the server
 * within a few seconds. When somebody else has saved the draft in the meantime, both texts are merged.
 */
export function createDraftStore<Draft extends SavedDraft>({ saved, draft, calls, copies }: DraftOptions<Draft>) {
  /** The latest text of the server. */
  let latest = unifyLineBreaks(saved)
  /**
   * The latest text of the server that is already merged into the source. It is the base of the next merge. During a
   * conflict, `base` is older than `latest`.
   */
  let base = latest
  /** The texts sent since the last reply. The server may have stored one of them, although no reply arrived. */
  const unanswered = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  const store = createStore<DraftState<Draft>>(() => ({
    source: latest,
    draft,
    saving: 'saved',
    problem: null,
    conflict: null,
    mergedFrom: null,
  }))
  const { getState: get, setState: set } = store

  const keepCopy = (merged?: readonly UnsavedCopy[]) =>
    copies.keep({ source: get().source, base, at: Date.now() }, merged)
  function stop() {
    clearTimeout(timer)
    timer = undefined
  }
  function schedule(after = SAVE_MS) {
    timer ??= setTimeout(() => void save(), after)
  }

  /** Stores a text that the author has typed. The text is kept in this browser until the server has it. */
  function type(source: string) {
    const { source: before, saving } = get()
    if (source === before) return
    set({ source })
    if (saving === 'conflict') return merge({})
    if (saving !== 'saving' && source === base) {
      stop()
      copies.remove()
      return set({ saving: 'saved', problem: null })
    }
    keepCopy()
    if (saving !== 'saving') set({ saving: 'changed' })
    schedule()
  }

  /**
   * Continues with a text into which the latest text of the server is merged. Saves the merged text when it differs
   * from the server's text.
   */
  function continueWith(source: string, changes: Partial<DraftState<Draft>>) {
    base = latest
    const isSaved = source === base
    set({ ...changes, source, conflict: null, saving: isSaved ? 'saved' : 'changed' })
    if (isSaved) return copies.remove()
    keepCopy()
    schedule(0)
  }

  /**
   * Merges the latest text of the server into the source. A conflict stays until `resolve` is called, or until the
   * author has typed a text that has no conflict.
   */
  function merge(changes: Partial<DraftState<Draft>>) {
    const parts = mergeTexts(base, get().source, latest)
    if (!parts.some(isConflict)) return continueWith(joinMergedParts(parts), changes)
    stop()
    keepCopy()
    set({ ...changes, conflict: parts, saving: 'conflict' })
  }

  /** Merges the newest text of the server, which may be from elsewhere. */
  function receive({ source, draft }: NewestText<Draft>) {
    const before = latest
    latest = unifyLineBreaks(source)
    const isOwn = unanswered.has(latest)
    if (isOwn) base = latest
    unanswered.clear()
    const isNew = !isOwn && latest !== before
    merge({ draft, problem: null, ...(isNew && { mergedFrom: draft?.editedBy ?? 'somebody' }) })
  }

  /** Continues with the unsaved texts that closed tabs of this browser have left. */
  function adopt([first, ...others]: UnsavedCopy[]) {
    if (!first) return
    base = first.base
    const join = (text: string, copy: UnsavedCopy) => joinMergedParts(mergeTexts(copy.base, text, copy.source))
    set({ source: others.reduce(join, first.source) })
    keepCopy([first, ...others])
    merge({})
  }

  /**
   * Saves the text now, unless the server already has this text or there is a conflict.
   * @returns a promise that resolves when the call has ended, even without success
   */
  function save(): Promise<void> {
    stop()
    const { saving, source } = get()
    if (saving === 'conflict') return Promise.resolve()
    if (running) return running.then(() => saveIfStill(source))
    if (source === base) return Promise.resolve()
    running = send().finally(() => {
      running = undefined
      if (get().saving === 'changed') schedule()
    })
    return running
  }

  /**
   * Saves `source` after an earlier save has ended, or waits for a save that has begun since. Does nothing when
   * `source` is already saved, or is no longer current: the timer saves the current text.
   */
  const saveIfStill = async (source: string): Promise<void> => {
    if ((running || get().saving === 'changed') && get().source === source) await save()
  }

  async function send() {
    const { draft, source } = get()
    set({ saving: 'saving' })
    try {
      const reply = await (draft ? calls.save(draft, source) : calls.create(source, base))
      latest = reply.source
      base = latest
      unanswered.clear()
      const isNewest = get().source === base
      if (isNewest) copies.remove()
      else keepCopy()
      set({ draft: reply, saving: isNewest ? 'saved' : 'changed', problem: null })
    } catch (error) {
      await recover(error, draft, source)
    }
  }

  /** Handles the failed save of a text. The text stays in local storage. */
  async function recover(error: unknown, draft: Draft | null, sent: string) {
    if (!(error instanceof ApiError)) throw error
    // After a 401, another try cannot succeed. The next login opens the page again.
    if (!isFinalRefusalStatus(error.status) && error.status !== 401) {
      unanswered.add(sent)
      return waitForServer(error)
    }
    if (error.status !== 409 && error.status !== 404) return set({ saving: 'refused', problem: error })
    const newest = await calls.fetch(draft).catch((failure: unknown) => {
      if (failure instanceof ApiError) return failure
      throw failure
    })
    if (newest instanceof ApiError) return waitForServer(newest)
    if (newest) return receive(newest)
    // The draft of a new page was published or deleted. The next save creates a new draft, or is refused because the
    // published page has the address; the text stays in this browser until the author changes the address.
    if (draft) return set({ draft: null, saving: 'changed' })
    set({ saving: 'refused', problem: error })
  }

  function waitForServer(problem: Problem) {
    set({ saving: 'offline', problem })
    schedule(RETRY_MS)
  }

  /** Fetches the text of the page, and merges it when somebody else has saved, published or deleted the draft. */
  async function refresh() {
    const { draft, saving } = get()
    if (!draft || saving === 'saving' || saving === 'conflict') return
    const newest = await calls.fetch(draft).catch(() => null)
    const { saving: now, draft: own } = get()
    if (!newest || own !== draft || now === 'saving' || now === 'conflict') return
    if (newest.draft?.id !== draft.id || newest.draft.version > draft.version) receive(newest)
  }

  adopt(copies.list())

  return {
    subscribe: store.subscribe,
    getState: get,
    type,
    save,
    refresh,
    /** Ends a conflict. @param source the text that the author has chosen */
    resolve: (source: string) => continueWith(source, {}),
    /** Stops the timers. Text that is not saved yet stays in this browser. */
    stop,
  }
}
