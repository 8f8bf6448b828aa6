import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type DeskNotice, deleteNotice, withdrawNotice } from '#contract/notices.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { Outcome } from '../../../ui/note/outcome.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { DeskPage } from '../lists/desk-page.tsx'
import { ListRows } from '../lists/list-rows.tsx'
import { SplitView } from '../lists/split-view.tsx'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries, deskQueryKeys } from '../queries.ts'
import { NoticeCard, NoticeFacts } from './notice-card.tsx'
import type { NoticeDraft } from './notice-draft.ts'
import { NoticeForm } from './notice-form.tsx'
import { formatDismissals, NoticeState, NoticeTags } from './notice-state.tsx'
import './notices.css'

/** The fragment of the address while a new notice is written. */
const NEW = 'new'

/** The desk page of notices. The fragment of the address holds the open notice. Each notice keeps its unsent values. */
export function Screen() {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const chosen = hash.slice(1)
  const action = useAction()
  const [drafts, setDrafts] = useState<Record<string, NoticeDraft | undefined>>({})

  const list = usePagedList(deskQueries.notices(), (first, more) => ({
    ...more,
    notices: [...first.notices, ...more.notices],
  }))
  const { data } = list
  useLiveInvalidation(deskQueryKeys.all('notices'), 'noticesChanged')

  const notice = data?.notices.find(({ id }) => id === chosen)
  const close = () => navigate({ pathname }, { replace: true })
  const setDraft = (draft: NoticeDraft | undefined) => setDrafts((all) => ({ ...all, [chosen]: draft }))
  const replace = (changed: DeskNotice) =>
    list.setPages((page) => ({ ...page, notices: page.notices.map((one) => (one.id === changed.id ? changed : one)) }))

  const withdrawal = (id: string, withdrawn: boolean) => ({
    run: async () => replace(await api(withdrawNotice, { params: { id }, body: { withdrawn } })),
    done: withdrawn ? 'The notice is withdrawn: nobody sees it any more.' : 'The notice is back as it was.',
  })
  const withdraw = (id: string, withdrawn: boolean) =>
    action.perform({ ...withdrawal(id, withdrawn), undo: withdrawal(id, !withdrawn) })
  const remove = ({ id, sample }: DeskNotice) =>
    action.perform({
      run: async () => {
        await api(deleteNotice, { params: { id } })
        list.setPages((page) => ({ ...page, notices: page.notices.filter((one) => one.id !== id) }))
        if (id === chosen) close()
      },
      done: sample ? 'The sample is gone for good.' : 'The notice is deleted.',
    })
  const posted = (fresh: DeskNotice) => {
    setDraft(undefined)
    list.setPages((page, at) => {
      const notices = page.notices.filter(({ id }) => id !== fresh.id)
      return { ...page, notices: at === 0 ? [fresh, ...notices] : notices }
    })
    close()
    action.perform({ run: async () => {}, done: toPostedMessage(fresh), undo: withdrawal(fresh.id, true) })
  }
  const saved = (changed: DeskNotice) => {
    setDraft(undefined)
    replace(changed)
    action.perform({ run: async () => {}, done: 'The change is saved.' })
  }

  return (
    <DeskPage at="/desk/notices" title="Notices">
      <p className="work-lead">
        A notice stands at the bottom of every page, until it ends or its reader dismisses it.
      </p>
      <SplitView
        chosen={chosen}
        className="notices-split"
        list={
          <>
            <a className="quiet-button" data-kind="main" href={`#${NEW}`}>
              Write a notice
            </a>
            <ListRows list={list} summary={({ notices }) => notices.length === 0 && 'There are no notices.'}>
              {({ notices }) =>
                notices.map((one) => (
                  <Row key={one.id}>
                    {() => (
                      <li className="notice-item">
                        <a href={`#${one.id}`} aria-current={one.id === chosen || undefined}>
                          <span className="row-words">
                            <b>{one.message}</b>
                            <span>
                              <NoticeState notice={one} />
                              <span className="soft">, {formatDismissals(one)}</span>
                            </span>
                            <NoticeTags notice={one} />
                          </span>
                        </a>
                        {one.sample && (
                          <QuietButton busy={action.busy} onClick={() => remove(one)}>
                            Remove<span className="visually-hidden"> the sample</span>
                          </QuietButton>
                        )}
                      </li>
                    )}
                  </Row>
                ))
              }
            </ListRows>
          </>
        }
      >
        {chosen === '' && <p className="soft empty">Choose a notice to change, withdraw or delete it, or write one.</p>}
        {chosen === NEW && (
          <NoticeCard key={NEW} title="A new notice" onClose={close}>
            <NoticeForm draft={drafts[NEW]} onDraft={setDraft} onSaved={posted} />
          </NoticeCard>
        )}
        {chosen !== '' && chosen !== NEW && data && (
          <NoticeCard key={chosen} title={notice ? 'Notice' : 'This notice is not listed'} onClose={close}>
            {notice ? (
              <>
                <NoticeFacts
                  notice={notice}
                  busy={action.busy}
                  onWithdraw={(withdrawn) => withdraw(notice.id, withdrawn)}
                  onDelete={() => remove(notice)}
                />
                <NoticeForm notice={notice} draft={drafts[chosen]} onDraft={setDraft} onSaved={saved} />
              </>
            ) : (
              <p>It may have been deleted, or be further down: go back and show more.</p>
            )}
          </NoticeCard>
        )}
      </SplitView>
      <Outcome {...action} />
    </DeskPage>
  )
}

function toPostedMessage({ startsAt, endsAt }: DeskNotice): string {
  if (endsAt !== null && endsAt <= Date.now()) return 'The notice is posted, but it is over already: nobody sees it.'
  return startsAt > Date.now()
    ? 'The notice is scheduled: readers see it when its time comes.'
    : 'The notice is posted: readers see it now.'
}
