import type { ReactNode } from 'react'
import type { DeskNotice } from '#contract/notices.ts'
import { When } from '../../../kit/when.tsx'
import { Confirm } from '../../../ui/dialog/confirm.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { DetailPanel } from '../lists/split-view.tsx'
import { formatDismissals, NoticeState, NoticeTags } from './notice-state.tsx'

/** The panel around the form of a notice. */
export const NoticeCard = ({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) => (
  <DetailPanel onClose={onClose}>
    <h2 id="detail" tabIndex={-1}>
      {title}
    </h2>
    {children}
  </DetailPanel>
)

interface NoticeFactsProps {
  notice: DeskNotice
  busy: boolean
  onWithdraw: (withdrawn: boolean) => void
  onDelete: () => void
}

/** The state of a notice, with buttons to withdraw and delete it. */
export function NoticeFacts({ notice, busy, onWithdraw, onDelete }: NoticeFactsProps) {
  const withdrawn = notice.withdrawnAt !== null
  return (
    <>
      <p>
        <NoticeState notice={notice} />, {formatDismissals(notice)}. Written <When at={notice.createdAt} />.
      </p>
      <NoticeTags notice={notice} />
      <div className="buttons">
        <QuietButton busy={busy} onClick={() => onWithdraw(!withdrawn)}>
          {withdrawn ? 'Bring it back' : 'Withdraw'}
        </QuietButton>
        <Confirm
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
