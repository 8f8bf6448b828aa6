import { useState } from 'react'
import { type CommentPolicy, setCommentPolicy } from '#contract/moderation.ts'
import { api } from '../../../api/call-api.ts'
import type { ActionRunner } from '../../../api/use-action.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'

const policies: Record<CommentPolicy, readonly [name: string, sentence: string]> = {
  first: ['First comments', 'Once one of a reader’s comments is approved, their next ones appear at once.'],
  all: ['Every comment', 'Nothing that a reader writes appears before you have approved it.'],
  none: ['Only what looks like spam', 'Everything else appears at once, also from readers you do not know.'],
}

interface CommentPolicyFormProps {
  policy: CommentPolicy
  action: ActionRunner
  onChange: (policy: CommentPolicy) => void
}

/** The form that chooses which comments wait for approval. Suspected spam always waits. */
export function CommentPolicyForm({ policy, action, onChange }: CommentPolicyFormProps) {
  const [chosen, choose] = useState<CommentPolicy | null>(null)
  const set = (policy: CommentPolicy) => ({
    run: async () => {
      await api(setCommentPolicy, { body: { policy } })
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
        {(Object.entries(policies) as [CommentPolicy, readonly [string, string]][]).map(([key, [name, sentence]]) => (
          <label key={key} className="check-line">
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
        ))}
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
