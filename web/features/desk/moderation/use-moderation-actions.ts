import { banPerson, unbanPerson } from '#contract/desk.ts'
import { type ModeratedComment, moderateComment } from '#contract/moderation.ts'
import { api } from '../../../api/call-api.ts'
import { ApiError } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import type { ModerationQueue } from './use-moderation-queue.ts'

interface ModerationAction {
  run: () => Promise<ModeratedComment>
  done: string
  /** Undoes the action. `undone` is the message after that. */
  back: () => Promise<ModeratedComment>
  undone: string
}

/**
 * The actions of a moderator, each with its undo. After an action, the same comment is current if it stays in the
 * queue, otherwise the next comment.
 */
export function useModerationActions(queue: ModerationQueue, goTo: (id: string | null) => void) {
  const action = useAction()
  const { update, remove, after, whileJudging } = queue

  const perform = (before: ModeratedComment, { run, done, back, undone }: ModerationAction) => {
    const { id, author } = before.comment
    action.perform({
      done,
      run: () =>
        whileJudging(async () => {
          const next = after(id)
          try {
            goTo(update(await run()) ? id : next)
          } catch (error) {
            if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
            remove(id)
            goTo(next)
            return `The comment of ${author} is gone: its author has deleted it.`
          }
        }),
      undo: {
        done: undone,
        run: () =>
          whileJudging(async () => {
            if (update(await back())) goTo(id)
          }),
      },
    })
  }

  const judge = ({ comment: { id } }: ModeratedComment, state: ModeratedComment['state'], reportsResolved: boolean) =>
    api(moderateComment, { params: { id }, body: { state, reportsResolved } })
  const asItWas = (before: ModeratedComment) =>
    judge(
      before,
      before.state,
      before.reports.every(({ resolved }) => resolved),
    )
  const ban = ({ author }: ModeratedComment, reason: string) =>
    api(banPerson, { params: { id: author?.id ?? '' }, body: { reason } })
  const unban = ({ author }: ModeratedComment) => api(unbanPerson, { params: { id: author?.id ?? '' } })

  return {
    action,

    /** Approves, keeps or hides a comment, and resolves its reports. */
    decide: (before: ModeratedComment, state: 'visible' | 'hidden') => {
      const now = state === 'hidden' ? 'is hidden' : before.state === 'visible' ? 'stays' : 'is visible now'
      perform(before, {
        run: () => judge(before, state, true),
        done: `The comment of ${before.comment.author} ${now}.`,
        back: () => asItWas(before),
        undone: `The comment of ${before.comment.author} is back as it was.`,
      })
    },

    /** Bans the author and hides the comment, which stays hidden when the ban is lifted. */
    ban: (before: ModeratedComment, reason: string) =>
      perform(before, {
        run: () => ban(before, reason).then(() => judge(before, 'hidden', true)),
        done: `${before.comment.author} is banned and signed out everywhere, and the comment is hidden.`,
        back: () => unban(before).then(() => asItWas(before)),
        undone: `${before.comment.author} can log in again, and the comment is back as it was.`,
      }),

    unban: (before: ModeratedComment) =>
      perform(before, {
        run: () => unban(before).then(() => asItWas(before)),
        done: `${before.comment.author} can log in again.`,
        back: () => ban(before, '').then(() => asItWas(before)),
        undone: `${before.comment.author} is banned again.`,
      }),
  }
}
