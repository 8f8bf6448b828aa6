import type { ReactNode } from 'react'
import { formatCountWithNoun } from '#contract/format-count.ts'
import type { DeskComment } from '#contract/moderation.ts'
import { useSession } from '../../../api/session.ts'
import { Link } from '../../../kit/link.tsx'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { CommentMarkup } from '../../../ui/comment-markup.tsx'
import { Avatar } from '../../../ui/person/avatar.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { Tags } from '../../../ui/tag.tsx'
import { QueueCard, toCardHeadingId } from '../lists/queue-card.tsx'
import { BanButton } from '../people/ban-button.tsx'
import { ReplyButton, type ReplyHandler } from './reply-button.tsx'
import { hasOpenReports } from './use-moderation-queue.ts'

const states: Record<DeskComment['state'], readonly [text: string, kind: string]> = {
  pending: ['Waits', 'asks'],
  hidden: ['Hidden', 'grave'],
  visible: ['Visible', 'good'],
}

/** The keys that press the buttons of a comment, and their effects. */
export const moderationShortcutTexts = [
  ['e', 'approve, or keep what was reported'],
  ['r', 'reply, which also approves'],
  ['h', 'hide'],
  ['b', 'ban its author, after a question'],
] as const

interface DeskCommentCardProps extends ModerationButtonsProps {
  current: boolean
  /** Whether another moderator has already decided about the comment. */
  gone: boolean
  /** Whether a reply to the comment is being written. It can still be posted when the comment is gone. */
  isReplying: boolean
  /** Rendered at the end of the heading, such as a checkbox that chooses the comment. */
  choice?: ReactNode
  onFocus: () => void
}

/** A comment to moderate, with its author, page, parent comment, spam score and reports. */
export function DeskCommentCard({ current, gone, isReplying, choice, onFocus, ...buttons }: DeskCommentCardProps) {
  const { comment, state, page, spam, reports, author, inReplyTo } = buttons.moderated
  return (
    <QueueCard id={comment.id} current={current} onFocus={onFocus}>
      <header className="bar desk-person">
        <Avatar name={comment.author} picture={comment.profilePicture} />
        <div>
          <h2 id={toCardHeadingId(comment.id)} className="small-heading">
            <bdi>{comment.author}</bdi>{' '}
            <span className="desk-comment-where">
              on <Link to={`${page.path}#comment-${comment.id}`}>{page.title}</Link>
            </span>
          </h2>
          <p className="soft">
            <RelativeTime at={comment.createdAt} />
            {comment.editedAt !== null && (
              <>
                , changed <RelativeTime at={comment.editedAt} />
              </>
            )}
          </p>
        </div>
        {choice}
      </header>
      <Tags tags={[states[state], author !== null && author.bannedAt !== null && ['Author banned', 'grave']]} />
      {inReplyTo && (
        <blockquote className="quote desk-parent-comment">
          <p className="soft">
            In reply to <bdi>{inReplyTo.author}</bdi>:
          </p>
          <CommentMarkup source={inReplyTo.content} />
        </blockquote>
      )}
      <div className="desk-words">
        <CommentMarkup source={comment.content} />
      </div>
      {spam.reasons.length > 0 && (
        <div className="note">
          <p>
            <b>Suspect, {formatCountWithNoun(spam.score, 'point', 'points')}</b>
          </p>
          <ul>
            {spam.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {reports.length > 0 && (
        <div className="note" data-kind="grave">
          <ul>
            {reports.map(({ by, reason, at, resolved }) => (
              <li key={`${by} ${at}`}>
                <b>
                  <bdi>{by}</bdi>
                </b>{' '}
                reported it <RelativeTime at={at} />
                {reason ? (
                  <>
                    : <bdi>{reason}</bdi>
                  </>
                ) : (
                  ', without a reason'
                )}
                {resolved && <span className="soft"> (dealt with)</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="soft">
        {author ? (
          <>
            <Link to={`/desk/people#${author.id}`}>{author.email}</Link>, joined <RelativeTime at={author.joinedAt} />,{' '}
            {formatCountWithNoun(author.comments, 'visible comment', 'visible comments')}
          </>
        ) : (
          'Imported: nobody’s account here.'
        )}
      </p>
      {gone && (
        <p className="note">
          Somebody else has dealt with this one meanwhile.{' '}
          {isReplying ? 'Your reply can be posted unless they have hidden it.' : 'It leaves when you go on.'}
        </p>
      )}
      {(!gone || isReplying) && <ModerationButtons {...buttons} gone={gone} />}
    </QueueCard>
  )
}

interface ModerationButtonsProps {
  moderated: DeskComment
  busy: boolean
  /** Whether single-key shortcuts are on. */
  keys: boolean
  onJudge: (state: 'visible' | 'hidden') => void
  onReply: (moderated: DeskComment, ...reply: Parameters<ReplyHandler>) => Promise<boolean>
  onWriting: (isWriting: boolean) => void
  /** Drops the reply to a comment that is gone. */
  onDrop: () => void
  onBan: (reason: string) => void
  onUnban: () => void
}

function ModerationButtons({ gone, ...props }: ModerationButtonsProps & { gone: boolean }) {
  const { moderated, busy, keys, onJudge, onReply, onWriting, onDrop, onBan, onUnban } = props
  const me = useSession(({ user }) => user?.id)
  const { author, comment, state } = moderated
  const reported = hasOpenReports(moderated)
  const isBanned = author !== null && author.bannedAt !== null
  const key = (letter: string) => (keys ? letter : undefined)
  return (
    <div className="buttons">
      {!gone && (state !== 'visible' || reported) && (
        <QuietButton kind="main" busy={busy} aria-keyshortcuts={key('e')} onClick={() => onJudge('visible')}>
          {state === 'visible' ? 'Keep it' : state === 'hidden' ? 'Show it again' : 'Approve'}
        </QuietButton>
      )}
      {!gone && (state !== 'hidden' || reported) && (
        <QuietButton busy={busy} aria-keyshortcuts={key('h')} onClick={() => onJudge('hidden')}>
          {state === 'hidden' ? 'Leave it hidden' : 'Hide'}
        </QuietButton>
      )}
      {(gone || (state !== 'hidden' && !isBanned)) && (
        <ReplyButton
          author={comment.author}
          send={state === 'pending' && !gone ? 'Approve and reply' : 'Reply'}
          busy={busy}
          shortcut={key('r')}
          // The decision of another moderator stays: the reply does not approve the comment.
          onReply={(...reply) => onReply(gone ? { ...moderated, state: 'visible', reports: [] } : moderated, ...reply)}
          onWriting={onWriting}
        />
      )}
      {gone && (
        <QuietButton busy={busy} onClick={onDrop}>
          Drop the reply
        </QuietButton>
      )}
      {!gone && isBanned && (
        <QuietButton busy={busy} onClick={onUnban}>
          Lift the ban
        </QuietButton>
      )}
      {!gone && author && !isBanned && author.id !== me && (
        <BanButton
          name={comment.author}
          also="What they have written leaves the site, and this comment is hidden."
          busy={busy}
          shortcut={key('b')}
          onBan={onBan}
        />
      )}
    </div>
  )
}
