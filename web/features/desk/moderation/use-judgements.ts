import { banPerson, unbanPerson } from '#contract/desk.ts'
import { type ModeratedComment, moderateComment } from '#contract/moderation.ts'
import { api } from '../../../api/call-api.ts'
import { ApiError } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import type { Queue } from '../lists/use-queue.ts'

interface Judgement {
  run: () => Promise<ModeratedComment>
  done: string
  /** How to take it back, and what to say then. */
  back: () => Promise<ModeratedComment>
  undone: string
}

/**
 * What a moderator does to the comments of a queue, each with its undo. Afterwards the moderator is at the same comment where
 * it stays, else at the one that takes its place.
 */
export function useJudgements(queue: Queue, goTo: (id: string | null) => void) {
  const action = useAction()
  const { update, remove, after, whileJudging } = queue

  const perform = (before: ModeratedComment, { run, done, back, undone }: Judgement) => {
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

    /** Approves, keeps or hides; the reports are dealt with. */
    decide: (before: ModeratedComment, state: 'visible' | 'hidden') => {
      const { author } = before.comment
      const now = state === 'hidden' ? 'is hidden' : before.state === 'visible' ? 'stays' : 'is visible now'
      perform(before, {
        run: () => judge(before, state, true),
        done: `The comment of ${author} ${now}.`,
        back: () => asItWas(before),
        undone: `The comment of ${author} is back as it was.`,
      })
    },

    /** Bans who wrote it and hides it, so that it stays away when the ban is lifted one day. */
    ban: (before: ModeratedComment, reason: string) => {
      const { author } = before.comment
      perform(before, {
        run: async () => {
          await ban(before, reason)
          return judge(before, 'hidden', true)
        },
        done: `${author} is banned and signed out everywhere, and the comment is hidden.`,
        back: async () => {
          await unban(before)
          return asItWas(before)
        },
        undone: `${author} can log in again, and the comment is back as it was.`,
      })
    },

    /** Lets who wrote it log in again. */
    unban: (before: ModeratedComment) => {
      const { author } = before.comment
      perform(before, {
        run: async () => {
          await unban(before)
          return asItWas(before)
        },
        done: `${author} can log in again.`,
        back: async () => {
          await ban(before, '')
          return asItWas(before)
        },
        undone: `${author} is banned again.`,
      })
    },
  }
}
