import type { PageDraft } from '#contract/authoring.ts'
import { ConfirmButton } from '../../../../ui/dialog/confirm.tsx'
import { PreviewLinkControl } from '../preview/preview-link-control.tsx'

interface PageActionsProps {
  /** Null for a page that has no file yet. */
  file: string | null
  draft: PageDraft | null
  /** Whether the file of the page hides it from readers. */
  isHidden: boolean
  busy: boolean
  onWithdraw: () => void
  onDeleteDraft: () => void
  onDeletePage: (file: string) => void
}

/** The buttons that hide a page from readers, share its preview, and delete its draft or the page itself. */
export const PageActions = ({
  file,
  draft,
  isHidden,
  busy,
  onWithdraw,
  onDeleteDraft,
  onDeletePage,
}: PageActionsProps) => (
  <div className="buttons">
    {file !== null && !isHidden && (
      <ConfirmButton
        label="Make it a draft …"
        question="Readers no longer find the page then. Its text and comments stay."
        confirm="Make it a draft"
        busy={busy}
        onConfirm={onWithdraw}
      />
    )}
    {draft !== null && <PreviewLinkControl key={draft.id} draft={draft} />}
    {draft !== null && (
      <ConfirmButton
        label="Delete the draft …"
        question={file === null ? 'The text is gone for good.' : 'The page stays as readers see it.'}
        confirm="Delete the draft"
        busy={busy}
        onConfirm={onDeleteDraft}
      />
    )}
    {file !== null && isHidden && (
      <ConfirmButton
        label="Delete the page …"
        question="Its text goes, with the files that no other page shows. Its comments stay. Only git keeps what was committed."
        confirm="Delete the page"
        busy={busy}
        onConfirm={() => onDeletePage(file)}
      />
    )}
  </div>
)
