import type { ReactNode } from 'react'
import type { ModeratedComment } from '#contract/moderation.ts'
import { formatCount } from '../../../kit/format-count.ts'
import { Link } from '../../../kit/link.tsx'
import { When } from '../../../kit/when.tsx'
import { Markup } from '../../../ui/markup.tsx'
import { Avatar } from '../../../ui/person/avatar.tsx'
import { Tags } from '../../../ui/tag.tsx'

const states: Record<ModeratedComment['state'], readonly [text: string, kind: string]> = {
  pending: ['Waits', 'asks'],
  hidden: ['Hidden', 'grave'],
  visible: ['Visible', 'good'],
}

interface ModeratedCommentCardProps {
  moderated: ModeratedComment
  /** Whether it is the current comment. */
  current: boolean
  /** Whether another moderator has decided about it. */
  gone: boolean
  onFocus: () => void
  /** The moderation buttons. */
  children: ReactNode
}

/** Returns the id of the card's element. */
export const toCardId = (id: string): string => `moderated-${id}`

/** A comment to moderate, with its author, page, parent comment, spam score and reports. */
export function ModeratedCommentCard({ moderated, current, gone, onFocus, children }: ModeratedCommentCardProps) {
  const { comment, state, page, spam, reports, author, inReplyTo } = moderated
  const heading = `${toCardId(comment.id)}-title`
  return (
    <article
      id={toCardId(comment.id)}
      className="card desk-comment"
      tabIndex={-1}
      aria-labelledby={heading}
      aria-current={current || undefined}
      onFocus={onFocus}
    >
      <header className="desk-person">
        <Avatar name={comment.author} picture={comment.profilePicture} />
        <div>
          <h2 id={heading} className="small-heading">
            <bdi>{comment.author}</bdi>{' '}
            <span className="desk-comment-where">
              on <Link to={`${page.path}#comment-${comment.id}`}>{page.title}</Link>
            </span>
          </h2>
          <p className="soft">
            <When at={comment.createdAt} />
            {comment.editedAt !== null && (
              <>
                , changed <When at={comment.editedAt} />
              </>
            )}
          </p>
        </div>
      </header>
      <Tags tags={[states[state], author !== null && author.bannedAt !== null && ['Author banned', 'grave']]} />
      {inReplyTo && (
        <blockquote className="quote desk-answered">
          <p className="soft">
            In answer to <bdi>{inReplyTo.author}</bdi>:
          </p>
          <Markup source={inReplyTo.content} />
        </blockquote>
      )}
      <div className="desk-words">
        <Markup source={comment.content} />
      </div>
      {spam.reasons.length > 0 && (
        <div className="note">
          <p>
            <b>Suspect, {formatCount(spam.score, 'point', 'points')}</b>
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
                reported it <When at={at} />
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
            <Link to={`/desk/people#${author.id}`}>{author.email}</Link>, joined <When at={author.joinedAt} />,{' '}
            {formatCount(author.comments, 'visible comment', 'visible comments')}
          </>
        ) : (
          'Imported: nobody’s account here.'
        )}
      </p>
      {gone ? (
        <p className="note">Somebody else has dealt with this one meanwhile. It leaves when you go on.</p>
      ) : (
        <div className="buttons">{children}</div>
      )}
    </article>
  )
}
