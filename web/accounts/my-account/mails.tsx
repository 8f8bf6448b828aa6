import { useCallback, useEffect, useId, useState } from 'react'
import { getMailPreferences, type MailPreferences, setMailPreferences } from '#contract/comments.ts'
import { api } from '../../kit/call-api.ts'
import { problemOf, UNREACHABLE } from '../../kit/problem.ts'
import { Retry } from './retry.tsx'
import { Said } from './said.tsx'
import { Section } from './section.tsx'
import { useDeed } from './use-deed.ts'

/** Which mails one wants: those about answers to one's comments. */
export function AccountSection() {
  const [preferences, setPreferences] = useState<MailPreferences>()
  const [problem, setProblem] = useState('')
  const { busy, outcome, run } = useDeed()
  const id = useId()

  const load = useCallback(async () => {
    try {
      setPreferences(await api(getMailPreferences))
      setProblem('')
    } catch (error) {
      setProblem((await problemOf(error, UNREACHABLE)).message)
    }
  }, [])
  useEffect(() => {
    load()
  }, [load])

  const choose = (replies: boolean) =>
    run(async () => {
      setPreferences(await api(setMailPreferences, { body: { replies } }))
      return replies ? 'We will mail you about answers.' : 'We will not mail you about answers.'
    })

  return (
    <Section title="Mails" words="What we may write to you about, besides your account.">
      {problem && <Retry words={problem} onRetry={load} />}
      {!preferences && !problem && <p role="status">Loading what you have chosen …</p>}
      {preferences && (
        <div className="check">
          <input
            id={id}
            type="checkbox"
            role="switch"
            checked={preferences.replies}
            aria-checked={preferences.replies}
            aria-disabled={busy}
            onChange={({ currentTarget }) => choose(currentTarget.checked)}
          />
          <label htmlFor={id}>Tell me by mail when somebody answers my comment</label>
        </div>
      )}
      <Said outcome={outcome} busy={busy && 'Saving …'} />
    </Section>
  )
}
