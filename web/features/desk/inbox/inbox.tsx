import { useState } from 'react'
import type { InboxItem, InboxKind } from '#contract/desk-inbox.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { ApiError } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { RowErrorBoundary } from '../../../kit/error-boundary.tsx'
import { sumInboxCounts } from '../../../kit/inbox-counts.ts'
import { LabelledCheckbox } from '../../../ui/form/labelled-checkbox.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { DamagedRowsNote } from '../../../ui/note/damaged-note.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ListFilter } from '../lists/list-filter.tsx'
import { ShortcutHelp, useQueueShortcuts } from '../lists/queue-shortcuts.tsx'
import { useCurrentItem } from '../lists/use-current-item.ts'
import { type ListFilterLabels, useListUrl } from '../lists/use-list-url.ts'
import { DeskCommentCard, moderationShortcutTexts } from '../moderation/desk-comment-card.tsx'
import { useModerationActions } from '../moderation/use-moderation-actions.ts'
import { useUnsentReplies } from '../moderation/use-unsent-replies.ts'
import { InboxItemCard } from './inbox-item-card.tsx'
import { inboxKindDefinitions } from './inbox-kinds.ts'
import { useInboxItems } from './use-inbox-items.ts'
import '../moderation/moderation.css'
import './inbox.css'

// Kinds of disabled features have no filter chip.
const kindFilters = Object.fromEntries(
  Object.entries(inboxKindDefinitions).map(([kind, { label, emptyMessage }]) => [kind, [label, emptyMessage] as const]),
) as unknown as ListFilterLabels<InboxKind>
const filters: ListFilterLabels<InboxKind | 'all'> = { all: ['All', 'Nothing waits for you.'], ...kindFilters }

const keys = [
  ['x', 'choose it, to deal with several at once'],
  ['e', 'be done with it: approve, resolve, send again'],
  ...moderationShortcutTexts.slice(1),
] as const

/** Returns whether an error means that another admin has already decided about the item. */
const isDealtWith = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'already_decided')

/** The list of all items that wait for an admin. The query of the URL holds the filter. */
export function Inbox() {
  const address = useListUrl(filters, 'all', 'kind')
  const currentItem = useCurrentItem()
  const { current, setCurrent, goTo } = currentItem
  const inbox = useInboxItems(address.filter)
  const { data, problem, refetch, insert, whileJudging } = inbox
  const replies = useUnsentReplies(data?.items ?? [], address.filter, inbox, goTo, {
    idOf: ({ id }) => id,
    compare: (a, b) => b.at - a.at,
  })
  const { rows: items, toCardProps, queue } = replies
  const ids = items.map(({ id }) => id)
  const action = useAction()
  const { withProof, dialog } = useOwnerProofDialog('Roles decide what somebody may do here.')
  const { decide, reply, ban, unban } = useModerationActions(queue, goTo, action)
  const shortcuts = useQueueShortcuts(ids, currentItem)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const choosable = items.filter((item) => !toCardProps(item).gone)
  const chosen = choosable.filter(({ id }) => chosenIds.has(id))
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosenIds((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))

  /**
   * Runs an action on each of these items in turn. After each action, removes the item and makes the next item current.
   */
  const takeAll = (list: readonly InboxItem[], step: (item: InboxItem) => Promise<unknown> | undefined) =>
    whileJudging(async () => {
      for (const item of list) {
        await withProof(async () => step(item)).catch((error: unknown) => {
          if (!isDealtWith(error)) throw error
        })
        const next = queue.after(item.id)
        queue.remove(item.id)
        choose([item.id], false)
        goTo(next)
      }
    })
  const finish = (list: readonly InboxItem[]) => {
    const [first] = list
    const undos = list.map((item) => inboxKindDefinitions[item.kind]?.undo)
    action.perform({
      run: () => takeAll(list, (item) => inboxKindDefinitions[item.kind]?.done(item)),
      done:
        first && list.length === 1
          ? (inboxKindDefinitions[first.kind]?.doneMessage(first) ?? '')
          : `${list.length} are done.`,
      ...(undos.every((undo) => undo) && {
        undo: {
          run: () =>
            whileJudging(async () => {
              const waiting: InboxItem[] = []
              for (const [place, item] of list.entries()) {
                try {
                  await undos[place]?.(item)
                } catch (error) {
                  if (!isDealtWith(error)) throw error
                  continue
                }
                insert(item)
                waiting.push(item)
              }
              goTo(waiting[0]?.id ?? null)
              if (waiting.length < list.length) return describePartialUndo(waiting.length, list.length - waiting.length)
            }),
          done: list.length === 1 ? 'It waits again.' : `${list.length} wait again.`,
        },
      }),
    })
  }
  const refuse = (item: InboxItem) => {
    const refusal = inboxKindDefinitions[item.kind]?.refusal
    if (refusal) action.perform({ run: () => takeAll([item], refusal.run), done: refusal.doneMessage(item) })
  }

  const waiting = data && { all: sumInboxCounts(data.waiting), ...data.waiting }
  const total = waiting?.[address.filter] ?? 0
  return (
    <div className="split desk-moderation">
      <div className="desk-list">
        <ListFilter
          {...address}
          counts={waiting}
          choose={(kind) => {
            setCurrent(null)
            setChosenIds(new Set())
            address.choose(kind)
          }}
        />
        {problem && <ProblemNote text={problem} onRetry={refetch} />}
        <DamagedRowsNote rows={data?.damaged} />
        <p className="soft desk-count" role="status">
          {data ? items.length === 0 && address.emptyMessage : !problem && 'Loading what waits for you …'}
          {total > items.length && items.length > 0 && `The latest ${items.length} of ${total}.`}
        </p>
        {choosable.length > 1 && (
          <div className="spread queue-choice">
            <LabelledCheckbox
              checked={chosen.length === choosable.length}
              onChange={(isChosen) =>
                choose(
                  choosable.map(({ id }) => id),
                  isChosen,
                )
              }
            >
              <span>
                {chosen.length > 0
                  ? `${chosen.length} of ${choosable.length} chosen`
                  : `Choose all ${choosable.length}`}
              </span>
            </LabelledCheckbox>
            {chosen.length > 0 && (
              <QuietButton
                kind="main"
                busy={action.busy}
                aria-keyshortcuts={shortcuts.on ? 'e' : undefined}
                onClick={() => finish(chosen)}
              >
                {nameStep(chosen)}
              </QuietButton>
            )}
          </div>
        )}
        <div className="stack">
          {items.map((item) => (
            <RowErrorBoundary key={item.id} as="div">
              {() => {
                const shared = {
                  current: item.id === current,
                  busy: action.busy,
                  keys: shortcuts.on && chosen.length === 0,
                  onFocus: () => setCurrent(item.id),
                  choice: choosable.length > 1 && choosable.includes(item) && (
                    <label className="bar check-line inbox-choice">
                      <input
                        type="checkbox"
                        checked={chosenIds.has(item.id)}
                        aria-keyshortcuts={shortcuts.on ? 'x' : undefined}
                        onChange={({ target }) => choose([item.id], target.checked)}
                      />
                      <span className="visually-hidden">{`Choose “${inboxKindDefinitions[item.kind]?.heading(item)}”`}</span>
                    </label>
                  ),
                }
                const { comment } = item
                return comment ? (
                  <DeskCommentCard
                    {...shared}
                    {...toCardProps(item)}
                    moderated={comment}
                    onJudge={(state) => decide(comment, state)}
                    onReply={reply}
                    onBan={(reason) => ban(comment, reason)}
                    onUnban={() => unban(comment)}
                  />
                ) : (
                  <InboxItemCard {...shared} item={item} onDone={() => finish([item])} onRefuse={() => refuse(item)} />
                )
              }}
            </RowErrorBoundary>
          ))}
        </div>
        <ActionOutcome {...action} shortcut={shortcuts.on ? 'u' : undefined} />
        {dialog}
      </div>
      <ShortcutHelp keys={keys} {...shortcuts} />
    </div>
  )
}

const describePartialUndo = (waiting: number, gone: number): string =>
  [
    waiting > 0 && formatCountWithNoun(waiting, 'waits again.', 'wait again.'),
    formatCountWithNoun(gone, 'has been deleted or decided elsewhere.', 'have been deleted or decided elsewhere.'),
  ]
    .filter(Boolean)
    .join(' ')

/** Returns the label of the button that decides about all chosen items. */
function nameStep(items: readonly InboxItem[]): string {
  const buttons = new Set(items.map(({ kind }) => inboxKindDefinitions[kind]?.button))
  const [button] = buttons
  return buttons.size === 1 && button ? `${button} (${items.length})` : `Be done with all ${items.length}`
}
