import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ModerationFilter } from '#contract/moderation.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { Outcome } from '../../../ui/note/outcome.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { Filters } from '../lists/filters.tsx'
import { DeskPage, More } from '../lists/parts.tsx'
import { KeysHelp, useKeysSwitch, useQueueKeys } from '../lists/queue-keys.tsx'
import { useQueue } from '../lists/use-queue.ts'
import { CommentJudgement } from './comment-judgement.tsx'
import { Policy } from './comment-policy.tsx'
import { elementIdOf, ModeratedComment } from './moderated-comment.tsx'
import { useJudgements } from './use-judgements.ts'
import './moderation.css'

const nothing: Record<ModerationFilter, string> = {
  waiting: 'No comment waits for you.',
  reported: 'No comment has been reported.',
  hidden: 'No comment is hidden.',
  all: 'Nobody has written a comment yet.',
}

/** The comments to judge: the filter stands in the address. Keys and buttons do the same (queue-keys.tsx). */
export function Screen() {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(search).get('filter') ?? ''
  const filter = Object.hasOwn(nothing, asked) ? (asked as ModerationFilter) : 'waiting'
  /** The comment at hand. */
  const [current, setCurrent] = useState<string | null>(null)
  const queue = useQueue(filter, current)
  const { data, isFetching, problem, refetch, more, setPolicy } = queue
  const { gone = null, decided = 0 } = data ?? {}
  const [keysOn, turnKeys] = useKeysSwitch()
  const comments = data?.comments ?? []

  /** Whether the comment at hand shall have the focus once it is drawn. */
  const toFocus = useRef(false)
  useEffect(() => {
    if (!toFocus.current || current === null) return
    const element = document.getElementById(elementIdOf(current))
    if (!element) return
    toFocus.current = false
    element.focus()
  })
  const goTo = (id: string | null) => {
    toFocus.current = id !== null
    setCurrent(id)
  }
  const { action, decide, ban, unban } = useJudgements(queue, goTo)
  const idAt = (at: number) => comments[at]?.comment.id ?? null
  const at = comments.findIndex(({ comment }) => comment.id === current)
  const move = (by: 1 | -1) => {
    const next = current === null || at === -1 ? idAt(0) : idAt(at + by)
    if (next) goTo(next)
  }
  const help = useQueueKeys({
    on: keysOn,
    move,
    current: () => (current === null ? null : document.getElementById(elementIdOf(current))),
  })

  const numbered = (name: string, count: number | undefined) => (count ? `${name} (${count})` : name)
  return (
    <DeskPage at="/desk/moderation" title="Moderation">
      <div className="split desk-moderation">
        <div className="desk-list">
          <Filters
            names={{
              waiting: numbered('Waiting', data?.waiting),
              reported: numbered('Reported', data?.reported),
              hidden: 'Hidden',
              all: 'All',
            }}
            chosen={filter}
            onChoose={(name) => {
              setCurrent(null)
              navigate({ pathname, search: name === 'waiting' ? '' : `filter=${name}` }, { replace: true })
            }}
          />
          {problem && <ProblemNote words={problem} onRetry={refetch} />}
          <p className="soft desk-count" role="status">
            {decided > 0 && `${decided === 1 ? '1 comment was' : `${decided} comments were`} dealt with elsewhere. `}
            {data ? comments.length === 0 && nothing[filter] : !problem && 'Loading …'}
          </p>
          <div className="stack desk-queue" aria-busy={isFetching}>
            {comments.map((one) => (
              <Row key={one.comment.id} as="div">
                {() => (
                  <ModeratedComment
                    moderated={one}
                    current={one.comment.id === current}
                    gone={one.comment.id === gone}
                    onFocus={() => setCurrent(one.comment.id)}
                  >
                    <CommentJudgement
                      moderated={one}
                      busy={action.busy}
                      keys={keysOn}
                      onJudge={(state) => decide(one, state)}
                      onBan={(reason) => ban(one, reason)}
                      onUnban={() => unban(one)}
                    />
                  </ModeratedComment>
                )}
              </Row>
            ))}
          </div>
          <More {...more} />
          <Outcome {...action} shortcut={keysOn ? 'u' : undefined} />
        </div>
        <div className="stack">
          <KeysHelp on={keysOn} turn={turnKeys} help={help} />
          {data && <Policy policy={data.policy} action={action} onChange={setPolicy} />}
        </div>
      </div>
    </DeskPage>
  )
}
