import { deleteComment } from '#contract/comments.ts'
import { banPerson, unbanPerson } from '#contract/desk.ts'
import type { DeskComment } from '#contract/moderation.ts'
import { callForJson } from '../../../api/call-api.ts'
import { postCommentOnce } from '../../../api/post-comment-once.ts'
import { ApiError } from '../../../api/problem.ts'
import type { UseActionReturn } from '../../../api/use-action.ts'
import { hasOpenReports, judgeComment } from './use-moderation-queue.ts'

/** The list that shows the comments: the moderation queue or the inbox. */
export interface CommentQueue {
  /** Replaces a comment in the queue by its new state. @returns whether it still belongs to the queue */
  update: (comment: DeskComment) => boolean
  remove: (id: string) => void
  /** Returns the id of the comment to continue with when a comment has left the queue. */
  after: (id: string) => string | null
  /** Runs an action on the queue, and fetches the queue again afterwards. */
  whileJudging: <T>(work: () => Promise<T>) => Promise<T>
}

interface ModerationAction {
  run: () => Promise<DeskComment>
  /** The message after `run`, or a function that returns it. */
  done: string | (() => string)
  /** Undoes the action. `undone` is the message to show after that. */
  back: () => Promise<DeskComment>
  undone: string | (() => string)
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found'

const withBan = (comment: DeskComment, bannedAt: number | null): DeskComment => ({
  ...comment,
  author: comment.author && { ...comment.author, bannedAt },
})

/**
 * The actions of a moderator, each with its Undo. After an action, the comment stays current if it stays in the queue;
 * otherwise the next comment becomes current.
 */
export function useModerationActions(
  { update, remove, after, whileJudging }: CommentQueue,
  goTo: (id: string | null) => void,
  action: UseActionReturn,
) {
  const perform = (before: DeskComment, { run, done, back, undone }: ModerationAction) => {
    const { id, author } = before.comment
    return action.perform({
      done,
      run: () =>
        whileJudging(async () => {
          const next = after(id)
          try {
            goTo(update(await run()) ? id : next)
          } catch (error) {
            if (!isNotFound(error)) throw error
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

  const asItWas = (before: DeskComment) => judgeComment(before.comment, before.state, !hasOpenReports(before))
  const ban = ({ author }: DeskComment, reason: string) =>
    callForJson(banPerson, { params: { id: author?.id ?? '' }, body: { reason } })
  const unban = ({ author }: DeskComment) => callForJson(unbanPerson, { params: { id: author?.id ?? '' } })

  return {
    /** Approves or hides a comment, or keeps a reported comment visible, and resolves the reports of the comment. */
    decide: (before: DeskComment, state: 'visible' | 'hidden') => {
      const now = state === 'hidden' ? 'is hidden' : before.state === 'visible' ? 'stays' : 'is visible now'
      perform(before, {
        run: () => judgeComment(before.comment, state, true),
        done: `The comment of ${before.comment.author} ${now}.`,
        back: () => asItWas(before),
        undone: `The comment of ${before.comment.author} is back as it was.`,
      })
    },

    /**
     * Posts a reply. A comment that waits for approval is approved first, because only visible comments have replies.
     * When the reply cannot be posted, the comment waits again.
     * @returns whether the reply was posted
     */
    reply: async (before: DeskComment, content: string, key: string): Promise<boolean> => {
      const { id: parentId, pageUrl, author } = before.comment
      const waits = before.state === 'pending'
      let replyId = ''
      const problem = await perform(before, {
        run: async () => {
          const approved = waits ? await judgeComment(before.comment, 'visible', true) : before
          try {
            replyId = (await postCommentOnce({ pageUrl, parentId, content, key })).id
          } catch (error) {
            if (waits) await asItWas(before)
            // The error code is removed. With the code `not_found`, `perform` would say that the author has deleted the
            // comment, but only the reply has failed.
            throw error instanceof ApiError ? new ApiError({ code: null, message: error.message }, error.status) : error
          }
          return approved
        },
        done: waits ? `The comment of ${author} is visible now, with your reply.` : 'Your reply is posted.',
        back: async () => {
          await callForJson(deleteComment, { params: { id: replyId } })
          return waits ? asItWas(before) : before
        },
        undone: waits ? `Your reply is deleted, and the comment of ${author} waits again.` : 'Your reply is deleted.',
      })
      return problem === null
    },

    /** Bans the author and hides the comment. Succeeds even if the author has deleted the comment meanwhile. */
    ban: (before: DeskComment, reason: string) => {
      const { author } = before.comment
      let isGone = false
      const unlessGone = (judged: Promise<DeskComment>) =>
        judged.catch((error: unknown): DeskComment => {
          if (!isNotFound(error)) throw error
          isGone = true
          return { ...before, state: 'hidden', reports: [] }
        })
      return perform(before, {
        run: () => ban(before, reason).then(() => unlessGone(judgeComment(before.comment, 'hidden', true))),
        done: () =>
          isGone
            ? `${author} is banned and signed out everywhere, and has deleted the comment.`
            : `${author} is banned and signed out everywhere, and the comment is hidden.`,
        back: () => unban(before).then(() => unlessGone(asItWas(before))),
        undone: () =>
          isGone ? `${author} can log in again.` : `${author} can log in again, and the comment is back as it was.`,
      })
    },

    unban: (before: DeskComment) =>
      perform(before, {
        run: () => unban(before).then(() => withBan(before, null)),
        done: `${before.comment.author} can log in again.`,
        back: () => ban(before, '').then(() => withBan(before, Date.now())),
        undone: `${before.comment.author} is banned again.`,
      }),
  }
}
