import { useState } from 'react'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { type CommentApprovalPolicy, type ModerationFilter, setCommentApprovalPolicy } from '#contract/moderation.ts'
import { callForJson } from '../../../api/call-api.ts'
import { type UseActionReturn, useAction } from '../../../api/use-action.ts'
import { RowErrorBoundary } from '../../../kit/error-boundary.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { ListFilter } from '../lists/list-filter.tsx'
import { ListEnd } from '../lists/list-rows.tsx'
import { ShortcutHelp, useQueueShortcuts } from '../lists/queue-shortcuts.tsx'
import { useCurrentItem } from '../lists/use-current-item.ts'
import { type ListFilterLabels, useListUrl } from '../lists/use-list-url.ts'
import { DeskCommentCard, moderationShortcutTexts } from './desk-comment-card.tsx'
import { useModerationActions } from './use-moderation-actions.ts'
import { useModerationQueue } from './use-moderation-queue.ts'
import { useUnsentReplies } from './use-unsent-replies.ts'
import './moderation.css'

const filters: ListFilterLabels<ModerationFilter> = {
  waiting: ['Waiting', 'No comment waits for you.'],
  reported: ['Reported', 'No comment has been reported.'],
  hidden: ['Hidden', 'No comment is hidden.'],
  all: ['All', 'Nobody has written a comment yet.'],
}

/** The desk page of moderation. The query of the URL holds the filter. Keyboard shortcuts press the buttons. */
export function Screen() {
  const address = useListUrl(filters, 'waiting')
  const { filter } = address
  const currentItem = useCurrentItem()
  const { current, setCurrent, goTo } = currentItem
  const queue = useModerationQueue(filter, current)
  const { data, isStale, problem, refetch, more, setPolicy } = queue
  const { gone = null, decided = 0 } = data ?? {}
  const replies = useUnsentReplies(data?.comments ?? [], filter, queue, goTo, {
    idOf: ({ comment }) => comment.id,
    compare: (a, b) => (a.comment.id < b.comment.id ? 1 : -1),
  })
  const { rows: comments, toCardProps } = replies

  const action = useAction()
  const { decide, reply, ban, unban } = useModerationActions(replies.queue, goTo, action)
  const ids = comments.map(({ comment }) => comment.id)
  const shortcuts = useQueueShortcuts(ids, currentItem)

  return (
    <DeskPageFrame at="/desk/moderation" title="Moderation">
      <div className="split desk-moderation">
        <div className="desk-list">
          <ListFilter
            {...address}
            counts={data && { waiting: data.waiting, reported: data.reported }}
            choose={(name) => {
              setCurrent(null)
              address.choose(name)
            }}
          />
          {problem && <ProblemNote text={problem} onRetry={refetch} />}
          <p className="soft desk-count" role="status">
            {decided > 0 && `${formatCountWithNoun(decided, 'comment was', 'comments were')} dealt with elsewhere. `}
            {data ? comments.length === 0 && address.emptyMessage : !problem && 'Loading …'}
          </p>
          <div className="stack" aria-busy={isStale}>
            {comments.map((moderated) => (
              <RowErrorBoundary key={moderated.comment.id} as="div">
                {() => (
                  <DeskCommentCard
                    {...toCardProps(moderated)}
                    moderated={moderated}
                    current={moderated.comment.id === current}
                    {...(moderated.comment.id === gone && { gone: true })}
                    onFocus={() => setCurrent(moderated.comment.id)}
                    busy={action.busy}
                    keys={shortcuts.on}
                    onJudge={(state) => decide(moderated, state)}
                    onReply={reply}
                    onBan={(reason) => ban(moderated, reason)}
                    onUnban={() => unban(moderated)}
                  />
                )}
              </RowErrorBoundary>
            ))}
          </div>
          <ListEnd {...more} />
          <ActionOutcome {...action} shortcut={shortcuts.on ? 'u' : undefined} />
        </div>
        <div className="stack">
          <ShortcutHelp keys={moderationShortcutTexts} {...shortcuts} />
          {data && <CommentPolicyForm policy={data.policy} action={action} onChange={setPolicy} />}
        </div>
      </div>
    </DeskPageFrame>
  )
}

const policies: Record<CommentApprovalPolicy, readonly [name: string, sentence: string]> = {
  first: ['First comments', 'Once one of a reader’s comments is approved, their next ones appear at once.'],
  all: ['Every comment', 'Nothing that a reader writes appears before you have approved it.'],
  none: ['Only what looks like spam', 'Everything else appears at once, also from readers you do not know.'],
}

interface CommentPolicyFormProps {
  policy: CommentApprovalPolicy
  action: UseActionReturn
  onChange: (policy: CommentApprovalPolicy) => void
}

/** The form that chooses which comments wait for approval. Suspected spam always waits. */
function CommentPolicyForm({ policy, action, onChange }: CommentPolicyFormProps) {
  const [chosen, choose] = useState<CommentApprovalPolicy | null>(null)
  const set = (policy: CommentApprovalPolicy) => ({
    run: async () => {
      await callForJson(setCommentApprovalPolicy, { body: { policy } })
      onChange(policy)
      choose(null)
    },
    done: `From now on, what waits for you: ${policies[policy][0].toLowerCase()}.`,
  })
  return (
    <section className="card" id="policy" aria-labelledby="policy-title">
      <h2 id="policy-title" className="small-heading">
        What waits for you
      </h2>
      <fieldset className="stack" data-gap="small">
        <legend className="visually-hidden">What waits for approval</legend>
        {(Object.entries(policies) as [CommentApprovalPolicy, readonly [string, string]][]).map(
          ([key, [name, sentence]]) => (
            <label key={key} className="bar check-line">
              <input
                type="radio"
                name="policy"
                checked={key === (chosen ?? policy)}
                onChange={() => choose(key === policy ? null : key)}
              />
              <span>
                <b>{name}</b> <span className="soft">{sentence}</span>
              </span>
            </label>
          ),
        )}
      </fieldset>
      {chosen && (
        <div className="buttons">
          <QuietButton
            kind="main"
            busy={action.busy}
            onClick={() => action.perform({ ...set(chosen), undo: set(policy) })}
          >
            Save
          </QuietButton>
          <QuietButton onClick={() => choose(null)}>Cancel</QuietButton>
        </div>
      )}
    </section>
  )
}
