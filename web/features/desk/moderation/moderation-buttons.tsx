import type { ModeratedComment } from '#contract/moderation.ts'
import { useSession } from '../../../api/session.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { BanButton } from '../people/ban-button.tsx'

interface ModerationButtonsProps {
  moderated: ModeratedComment
  busy: boolean
  /** Whether single-key shortcuts are on. */
  keys: boolean
  onJudge: (state: 'visible' | 'hidden') => void
  onBan: (reason: string) => void
  onUnban: () => void
}

/** The moderation buttons of a comment, which depend on its state. */
export function ModerationButtons({ moderated, busy, keys, onJudge, onBan, onUnban }: ModerationButtonsProps) {
  const me = useSession(({ user }) => user?.id)
  const { author, comment, state, reports } = moderated
  const reported = reports.some(({ resolved }) => !resolved)
  const key = (letter: string) => (keys ? letter : undefined)
  return (
    <>
      {(state !== 'visible' || reported) && (
        <QuietButton kind="main" busy={busy} aria-keyshortcuts={key('a')} onClick={() => onJudge('visible')}>
          {state === 'visible' ? 'Keep it' : state === 'hidden' ? 'Show it again' : 'Approve'}
        </QuietButton>
      )}
      {(state !== 'hidden' || reported) && (
        <QuietButton busy={busy} aria-keyshortcuts={key('h')} onClick={() => onJudge('hidden')}>
          {state === 'hidden' ? 'Leave it hidden' : 'Hide'}
        </QuietButton>
      )}
      {author && author.bannedAt !== null && (
        <QuietButton busy={busy} onClick={onUnban}>
          Lift the ban
        </QuietButton>
      )}
      {author && author.bannedAt === null && author.id !== me && (
        <BanButton
          name={comment.author}
          also="What they have written leaves the site, and this comment is hidden."
          busy={busy}
          shortcut={key('b')}
          onBan={onBan}
        />
      )}
    </>
  )
}
