import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type DeskNotice, deleteNotice, setNoticeWithdrawal } from '#contract/notices.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { ListRows, RowLink } from '../lists/list-rows.tsx'
import { DetailPanel, SplitView } from '../lists/split-view.tsx'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries, toDeskQueryKey } from '../queries.ts'
import type { NoticeDraft } from './notice-draft.ts'
import { NoticeForm } from './notice-form.tsx'
import { formatDismissals, NoticeStateText, NoticeTags } from './notice-labels.tsx'
import './notices.css'

/** The fragment of the URL while a new notice is written. */
const NEW = 'new'

/**
 * The desk page of notices. The fragment of the URL holds the id of the open notice. The unsaved values of each notice
 * are kept.
 */
export function Screen() {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const chosen = hash.slice(1)
  const action = useAction()
  const [drafts, setDrafts] = useState<Record<string, NoticeDraft | undefined>>({})

  const { withProof, dialog } = useOwnerProofDialog('A deleted notice cannot be brought back.')
  const list = usePagedList(deskQueries.notices())
  useLiveInvalidation(toDeskQueryKey('notices'), 'noticesChanged')

  const notice = list.data?.rows.find(({ id }) => id === chosen)
  const close = () => navigate({ pathname }, { replace: true })
  const setDraft = (draft: NoticeDraft) => setDrafts((all) => ({ ...all, [chosen]: draft }))
  const reset = () => {
    setDrafts((all) => ({ ...all, [chosen]: undefined }))
    list.refetch()
  }
  /** Removes the draft of the chosen notice, unless it was changed after it was sent. */
  const dropDraft = (sent: NoticeDraft) =>
    setDrafts((all) => (all[chosen] === sent ? { ...all, [chosen]: undefined } : all))

  const withdrawal = (id: string, withdrawn: boolean) => ({
    run: async () => list.replaceRow(await callForJson(setNoticeWithdrawal, { params: { id }, body: { withdrawn } })),
    done: withdrawn ? 'The notice is withdrawn: nobody sees it any more.' : 'The notice is back as it was.',
  })
  const remove = ({ id, sample }: DeskNotice) =>
    action.perform({
      run: async () => {
        await withProof(() => callForJson(deleteNotice, { params: { id } }))
        list.removeRow(id)
        if (id === chosen) close()
      },
      done: sample ? 'The sample is gone for good.' : 'The notice is deleted.',
    })
  const posted = (notice: DeskNotice, sent: NoticeDraft) => {
    dropDraft(sent)
    list.addFirstRow(notice)
    close()
    action.perform({ run: async () => {}, done: toPostedMessage(notice), undo: withdrawal(notice.id, true) })
  }
  const saved = (changed: DeskNotice, sent: NoticeDraft) => {
    dropDraft(sent)
    setDrafts((all) => ({ ...all, [chosen]: all[chosen] && { ...all[chosen], version: changed.version } }))
    list.replaceRow(changed)
    action.setMessage('The change is saved.')
  }

  return (
    <DeskPageFrame at="/desk/notices" title="Notices">
      <p className="work-lead">
        A notice stands at the bottom of every page, until it ends or its reader dismisses it.
      </p>
      <SplitView
        chosen={chosen}
        className="notices-split"
        hint="Choose a notice to change, withdraw or delete it, or write one."
        list={
          <>
            <a className="quiet-button" data-kind="main" href={`#${NEW}`}>
              Write a notice
            </a>
            <ListRows list={list} summary={({ rows }) => rows.length === 0 && 'There are no notices.'}>
              {(row) => (
                <li className="bar link-row notice-item">
                  <RowLink to={`#${row.id}`}>
                    <b>{row.message}</b>
                    <span>
                      <NoticeStateText notice={row} />
                      <span className="soft">, {formatDismissals(row)}</span>
                    </span>
                    <NoticeTags notice={row} />
                  </RowLink>
                  {row.sample && (
                    <QuietButton busy={action.busy} onClick={() => remove(row)}>
                      Remove<span className="visually-hidden"> the sample</span>
                    </QuietButton>
                  )}
                </li>
              )}
            </ListRows>
          </>
        }
      >
        {chosen === NEW && (
          <DetailPanel key={NEW} title="A new notice" onClose={close}>
            <NoticeForm draft={drafts[NEW]} onDraft={setDraft} onReset={reset} onSaved={posted} />
          </DetailPanel>
        )}
        {chosen !== NEW && list.data && (
          <DetailPanel key={chosen} title={notice ? 'Notice' : 'This notice is not listed'} onClose={close}>
            {notice ? (
              <>
                <NoticeFacts
                  notice={notice}
                  busy={action.busy}
                  onWithdraw={(withdrawn) =>
                    action.perform({ ...withdrawal(notice.id, withdrawn), undo: withdrawal(notice.id, !withdrawn) })
                  }
                  onDelete={() => remove(notice)}
                />
                <NoticeForm notice={notice} draft={drafts[chosen]} onDraft={setDraft} onReset={reset} onSaved={saved} />
              </>
            ) : (
              <p>It may have been deleted, or be further down: go back and show more.</p>
            )}
          </DetailPanel>
        )}
      </SplitView>
      <ActionOutcome {...action} />
      {dialog}
    </DeskPageFrame>
  )
}

/** Returns the message about a new notice. Its times are compared by the clock of the server, which has set them. */
function toPostedMessage({ startsAt, endsAt, createdAt }: DeskNotice): string {
  if (endsAt !== null && endsAt <= createdAt) return 'The notice is posted, but it is over already: nobody sees it.'
  return startsAt > createdAt
    ? 'The notice is scheduled: readers see it when its time comes.'
    : 'The notice is posted: readers see it now.'
}

interface NoticeFactsProps {
  notice: DeskNotice
  busy: boolean
  onWithdraw: (withdrawn: boolean) => void
  onDelete: () => void
}

function NoticeFacts({ notice, busy, onWithdraw, onDelete }: NoticeFactsProps) {
  const withdrawn = notice.withdrawnAt !== null
  return (
    <>
      <p>
        <NoticeStateText notice={notice} />, {formatDismissals(notice)}. Written <RelativeTime at={notice.createdAt} />.
      </p>
      <NoticeTags notice={notice} />
      <div className="buttons">
        <QuietButton busy={busy} onClick={() => onWithdraw(!withdrawn)}>
          {withdrawn ? 'Bring it back' : 'Withdraw'}
        </QuietButton>
        <ConfirmButton
          label="Delete …"
          question="Delete this notice for good, and who has dismissed it? Withdrawn, it could be brought back."
          confirm="Delete it"
          busy={busy}
          onConfirm={onDelete}
        />
      </div>
      <p className="soft">
        Who has dismissed a notice does not see it again when you change it. Post a new one for that.
      </p>
    </>
  )
}
