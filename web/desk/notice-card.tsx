import { type ReactNode, useEffect, useRef } from 'react'
import type { DeskNotice } from '#contract/notices.ts'
import { Icon } from '../kit/icon.tsx'
import { When } from '../kit/when.tsx'
import { Confirm } from './confirm.tsx'
import { NoticeState, NoticeTags, sayDismissals } from './notice-state.tsx'
import './detail.css'

/** The frame around what is written or changed; it takes the focus when it is opened. */
export function NoticeCard({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="desk-card desk-letter" aria-labelledby="notice">
      <button type="button" className="desk-back" onClick={onClose}>
        <Icon name="close" /> Back to the list
      </button>
      <h2 id="notice" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}

interface NoticeFactsProps {
  notice: DeskNotice
  busy: boolean
  onWithdraw: (withdrawn: boolean) => void
  onDelete: () => void
}

/** How a notice stands, and what can be done with it as it is. */
export function NoticeFacts({ notice, busy, onWithdraw, onDelete }: NoticeFactsProps) {
  const withdrawn = notice.withdrawnAt !== null
  return (
    <>
      <p>
        <NoticeState notice={notice} />, {sayDismissals(notice)}. Written <When at={notice.createdAt} />.
      </p>
      <NoticeTags notice={notice} />
      <div className="desk-buttons">
        <button type="button" className="desk-button" aria-disabled={busy} onClick={() => onWithdraw(!withdrawn)}>
          {withdrawn ? 'Bring it back' : 'Withdraw'}
        </button>
        <Confirm
          label="Delete …"
          question="Delete this notice for good, and who has dismissed it? Withdrawn, it could be brought back."
          confirm="Delete it"
          busy={busy}
          onConfirm={onDelete}
        />
      </div>
      <p className="desk-soft">
        Who has dismissed a notice does not see it again when you change it. Post a new one for that.
      </p>
    </>
  )
}
