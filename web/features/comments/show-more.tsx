import { useEffect, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { problemOf, UNREACHABLE } from '../../api/problem.ts'
import { elementOf } from './comment-element.ts'

/** Brings the next fifty, and leads to the first of them. */
export function ShowMore({ more }: { more: () => Promise<Comment | undefined> }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [first, setFirst] = useState<string>()

  useEffect(() => {
    if (first) elementOf(first)?.focus({ preventScroll: true })
  }, [first])

  async function press() {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      setFirst((await more())?.id)
    } catch (error) {
      console.info('The next comments could not be loaded (S8.05)', error)
      setProblem((await problemOf(error, UNREACHABLE)).message)
    }
    setBusy(false)
  }

  return (
    <div className="stack comments-more">
      <p className="field-error" role="alert">
        {problem}
      </p>
      <button type="button" className="quiet-button" aria-disabled={busy} onClick={press}>
        {busy ? 'Loading …' : 'Show more comments'}
      </button>
    </div>
  )
}
