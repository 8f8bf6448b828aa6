import { useEffect, useState } from 'react'
import { COMMENT_POLL_MS, SECOND_MS } from '#contract/limits.ts'
import { useLive } from '../../live/live.ts'

/** A connection that is made, or comes back, within this time is not worth a word. */
const PATIENCE_MS = 5 * SECOND_MS

/** Whether news come by themselves, where they do not, and how many are reading this page, where it is more than one. */
export function LiveState() {
  const live = useLive(({ state }) => state === 'live')
  const readers = useLive(({ readers }) => readers)
  const [away, setAway] = useState(false)

  useEffect(() => {
    if (live) return setAway(false)
    const timer = setTimeout(() => setAway(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [live])

  return (
    <div className="soft comments-live">
      <p role="status">
        {away && `Live updates are away for now; this page asks every ${COMMENT_POLL_MS / SECOND_MS} seconds.`}
      </p>
      {readers > 1 && <p>{readers} people are reading this page.</p>}
    </div>
  )
}
