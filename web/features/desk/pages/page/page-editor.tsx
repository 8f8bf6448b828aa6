import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import {
  createPageDraft,
  deletePage,
  deletePageDraft,
  getPageDraft,
  getPageSource,
  type PageDraft,
  type PageProblem,
  savePageDraft,
} from '#contract/authoring.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { callForJson } from '../../../../api/call-api.ts'
import { ApiError, catchNotFoundAsNull } from '../../../../api/problem.ts'
import { useAction } from '../../../../api/use-action.ts'
import { isCtrlShortcut } from '../../../../device/is-ctrl-shortcut.ts'
import { callAll, listen } from '../../../../device/listen.ts'
import { useAutomaticReloadBlocker } from '../../../../forms/use-automatic-reload-blocker.ts'
import { Link } from '../../../../kit/link.tsx'
import { useOwnerProofDialog } from '../../../../ui/form/use-owner-proof-dialog.tsx'
import { ActionOutcome } from '../../../../ui/note/action-outcome.tsx'
import { QuietButton } from '../../../../ui/quiet-button.tsx'
import { findUploadPlaceholderLine } from '../editor/add-files.ts'
import { PageHistory } from '../history/page-history.tsx'
import { countWordsAndReadingMinutes } from '../source/count-words.ts'
import { buildFrontMatterChange, readFrontMatter } from '../source/front-matter.ts'
import { applyChange } from '../source/source-change.ts'
import { createUnsavedCopyStore } from '../source/unsaved-copies.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { createDraftStore, type DraftCalls, type SavingState } from './draft-store.ts'
import { PageActions } from './page-actions.tsx'
import { ProblemList, PublicationProblems } from './page-problems.tsx'
import { PageSettings } from './page-settings.tsx'
import { SourceWithPreview } from './source-with-preview.tsx'
import { usePublication } from './use-publication.ts'

/** The interval at which the draft is fetched again, because another author may have saved it. */
const REFRESH_MS = 20_000

/** The width of a window, in pixels, from which the preview has room beside the text (page-editor.css). */
const WIDE = 1_200

export interface LoadedPage {
  /** Null for a page that has no file yet. */
  file: string | null
  /** The text of the draft on the server, or of the page's file while there is no draft. */
  saved: string
  draft: PageDraft | null
  /** Whether the file of the page hides it from readers. The text of the draft can say something else. */
  isHidden: boolean
  /** The lines of the page that contain code. The desk cannot edit a page that has such lines. */
  problems: PageProblem[]
}

interface PageEditorProps extends LoadedPage {
  /** The result of the most recent action, such as publishing, as a sentence. */
  outcome: string
  /**
   * Loads the page again from the server.
   * @param file the file of the page, null while a new page is not published
   * @param outcome the result of the action, for `outcome`
   */
  onOpenAgain: (file: string | null, outcome: string) => void
}

const savingTexts: Record<SavingState, string> = {
  saved: 'Saved',
  changed: 'Saving soon …',
  saving: 'Saving …',
  offline: 'Kept in this browser until the server saves it',
  refused: 'Kept in this browser',
  conflict: 'Kept in this browser: somebody has changed the same lines',
}

const callsOf = (file: string | null): DraftCalls<PageDraft> => ({
  create: (source, base) => callForJson(createPageDraft, { body: { file, base: file === null ? null : base, source } }),
  save: ({ id, version }, source) => callForJson(savePageDraft, { params: { id }, body: { version, source } }),
  fetch: async (known) => {
    const draft = known && (await callForJson(getPageDraft, { params: { id: known.id } }).catch(catchNotFoundAsNull))
    if (draft) return { source: draft.source, draft }
    const page = file === null ? null : await callForJson(getPageSource, { query: { file } }).catch(catchNotFoundAsNull)
    return page && { source: page.draft?.source ?? page.source, draft: page.draft }
  },
})

/** The editor of one page: its settings, its text, and the buttons that save, publish and delete it. */
export function PageEditor({
  file,
  saved,
  draft: firstDraft,
  isHidden,
  problems,
  outcome,
  onOpenAgain,
}: PageEditorProps) {
  const navigate = useNavigate()
  const name = file ?? firstDraft?.id ?? ''
  // Created once for each editor. Another page mounts another editor.
  const [copies] = useState(() => createUnsavedCopyStore(name))
  const [store] = useState(() => createDraftStore({ saved, draft: firstDraft, calls: callsOf(file), copies }))
  const { source, draft, saving, problem, conflict, mergedFrom } = useSyncExternalStore(store.subscribe, store.getState)
  const [isConflictOpen, setConflictOpen] = useState(true)
  const [isPreviewed, setPreviewed] = useState(() => problems.length === 0 && window.innerWidth >= WIDE)
  const { withProof, dialog } = useOwnerProofDialog('Publishing and deleting cannot be taken back.')
  const action = useAction()
  const editor = useRef<EditorView>(null)
  const { values } = readFrontMatter(source)
  const title = typeof values.title === 'string' && values.title ? values.title : 'A page without a title'
  const path = typeof values.path === 'string' ? values.path : ''
  const isDraft = values.draft === true || file === null
  const isScheduled = Date.parse(String(values.published)) > Date.now()
  const { words, minutes } = countWordsAndReadingMinutes(source)
  const publication = usePublication(withProof, (warning) => {
    const done = isDraftIn(source)
      ? 'The page is a draft again.'
      : isScheduled
        ? 'The page is scheduled: it appears by itself.'
        : 'The page is published.'
    onOpenAgain(file ?? `${path.slice(1)}.mdx`, warning ? `${done} But ${warning}` : done)
  })
  const isReadOnly = problems.length > 0 || publication.isRunning || action.busy

  useStoreOfPage(store, saving, `page ${name}`)

  /** Sets or removes `draft` in the front matter, saves the text, and publishes it. */
  const publish = (isHidden: boolean) =>
    publication.publish(async () => {
      const line = isHidden ? 0 : findUploadPlaceholderLine(store.getState().source)
      if (line) throw new ApiError({ code: null, message: toUploadMessage(line) }, 0)
      const change = buildFrontMatterChange(store.getState().source, 'draft', isHidden || undefined)
      if (change) store.type(applyChange(store.getState().source, change))
      await store.save()
      const { saving, draft } = store.getState()
      return saving === 'saved' ? draft : null
    })
  const goToLine = (line: number) => {
    const view = editor.current
    if (!view) return
    const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines))
    view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
    view.focus()
  }
  const leave = (outcome: string) => navigate('/desk/pages', { state: { outcome } })
  const removePage = (file: string) =>
    action.perform({
      run: async () => {
        // Waits for a running save, because the save could otherwise create a draft of the deleted page.
        await store.save()
        // If the reply to an earlier try was lost, the page may already be deleted. A 404 therefore counts as success.
        const deleted = await withProof(() => callForJson(deletePage, { query: { file } }).catch(catchNotFoundAsNull))
        copies.remove(copies.list())
        leave(deleted?.warning ? `The page is deleted. But ${deleted.warning}` : 'The page is deleted.')
      },
    })
  const removeDraft = () =>
    action.perform({
      run: async () => {
        // Saves now, because otherwise the closing editor would save the unsaved text as a new draft.
        await store.save()
        const { draft } = store.getState()
        if (draft) await withProof(() => callForJson(deletePageDraft, { params: { id: draft.id } }))
        copies.remove(copies.list())
        if (file === null) leave('The draft is deleted.')
        else onOpenAgain(file, 'The draft is deleted. This is the page as readers see it.')
      },
    })

  return (
    <>
      <header className="spread work-head">
        <h1 tabIndex={-1}>{title}</h1>
      </header>
      {outcome && (
        <p className="note" data-kind="good" role="status">
          {outcome} {!isDraft && !isScheduled && path && <Link to={path}>Open the page</Link>}
        </p>
      )}
      {problems.length > 0 && (
        <div className="note">
          <p>This page holds code, so it can only be read here. Change it with an editor of your own.</p>
          <ProblemList problems={problems} onGo={goToLine} />
        </div>
      )}
      <div className="row page-bar">
        <p className="soft" role="status">
          {publication.step || (problems.length === 0 && savingTexts[saving])}
        </p>
        <p className="soft">
          {formatCountWithNoun(words, 'word', 'words')}, {minutes} min
        </p>
        {problems.length === 0 && (
          <div className="buttons">
            <QuietButton aria-pressed={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
              Preview
            </QuietButton>
            {(draft !== null || saving !== 'saved' || isDraft) && (
              <QuietButton kind="main" busy={publication.isRunning} onClick={() => publish(false)}>
                {isDraft ? (isScheduled ? 'Schedule' : 'Publish') : 'Publish the changes'}
              </QuietButton>
            )}
          </div>
        )}
        <div className="page-notes">
          {mergedFrom && saving !== 'conflict' && (
            <p className="note">What {mergedFrom} has changed meanwhile is in the text now.</p>
          )}
          {saving === 'conflict' && !isConflictOpen && (
            <div className="note" data-kind="grave">
              <p>Somebody has changed the same lines.</p>
              <QuietButton onClick={() => setConflictOpen(true)}>Choose what to keep</QuietButton>
            </div>
          )}
          {problem && (
            <div className="note" data-kind="grave">
              <p>{problem.message}</p>
              <QuietButton onClick={() => void store.save()}>Save again</QuietButton>
            </div>
          )}
          <PublicationProblems {...publication} onGo={goToLine} />
        </div>
      </div>
      <ActionOutcome {...action} />
      <details className="card desk-fold page-settings" open={file === null}>
        <summary>Settings of the page</summary>
        <PageSettings source={source} isReadOnly={isReadOnly} onChange={store.type} />
        {problems.length === 0 && (
          <PageActions
            {...{ file, draft, isHidden }}
            busy={action.busy || publication.isRunning}
            onWithdraw={() => void publish(true)}
            onDeleteDraft={() => void removeDraft()}
            onDeletePage={(file) => void removePage(file)}
          />
        )}
      </details>
      {file !== null && (
        <PageHistory
          file={file}
          source={source}
          isReadOnly={isReadOnly}
          onUse={(old) => {
            store.type(old)
            void store.save()
          }}
        />
      )}
      <SourceWithPreview {...{ editor, file, source, isReadOnly, isPreviewed }} onChange={store.type} />
      {dialog}
      {conflict && isConflictOpen && (
        <ConflictDialog
          parts={conflict}
          author={draft?.editedBy ?? 'Somebody'}
          onChoose={store.resolve}
          onClose={() => setConflictOpen(false)}
        />
      )}
    </>
  )
}

const toUploadMessage = (line: number) =>
  `Line ${line} stands for a file that is being uploaded. Wait until the file is in the text, or delete the line.`

const isDraftIn = (source: string) => readFrontMatter(source).values.draft === true

/**
 * Fetches the drafts of other authors, saves on Ctrl+S, and prevents automatic reloads while the text is only in this
 * browser.
 */
function useStoreOfPage(
  store: { refresh: () => Promise<void>; save: () => Promise<void>; stop: () => void },
  saving: SavingState,
  workName: string,
) {
  useEffect(() => {
    const refresh = () => void store.refresh()
    const onKey = (event: KeyboardEvent) => {
      if (!isCtrlShortcut(event, 's')) return
      event.preventDefault()
      store.save()
    }
    const timer = setInterval(refresh, REFRESH_MS)
    return callAll(listen(window, 'focus', refresh), listen(window, 'keydown', onKey), () => {
      clearInterval(timer)
      // Starts saving the unsaved text. Until the call succeeds, the text stays in this browser.
      store.save()
      store.stop()
    })
  }, [store])
  useAutomaticReloadBlocker(workName, saving !== 'saved')
}
