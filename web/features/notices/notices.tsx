import { type MouseEvent, useEffect } from 'react'
import { useStore } from 'zustand'
import { NOTICE_REFRESH_JITTER_MS } from '#contract/limits.ts'
import { hasReaderRights, useSession } from '../../api/session.ts'
import { callAll } from '../../device/listen.ts'
import { useFollowLink } from '../../kit/link.tsx'
import { onLiveEventOrMissed } from '../../live/live.ts'
import { NOTICES_ID } from './notices-id.ts'
import { noticesStore } from './notices-store.ts'
import { showNoticeStrip } from './start-notices.ts'

/**
 * This empty HTML tells React to leave the content of the region unchanged. A strip that boot.ts has already drawn in
 * the region stays visible.
 */
const nothing = { __html: '' }

/** The notices of the site (S2.52), on every page. boot.ts polls them. */
export function Notices() {
  const userId = useSession(({ user }) => user?.id)
  const canDismiss = useSession(({ user }) => hasReaderRights(user))
  const { notices, hidden, showHidden, fetchNotices, fetchNoticesFor, forget } = useStore(noticesStore)
  const follow = useFollowLink()

  useEffect(() => {
    if (userId === undefined) return
    fetchNoticesFor(userId)
    return () => {
      forget()
      fetchNotices()
    }
  }, [userId, fetchNotices, fetchNoticesFor, forget])
  useEffect(() => noticesStore.setState({ canDismiss }), [canDismiss])
  useEffect(fetchAfterLiveEvents, [])
  // Draws notices that were fetched before their element existed, which happens in development.
  useEffect(() => void showNoticeStrip(), [])

  /** Opens a link to a page of the site without a page load. */
  function onClick(event: MouseEvent) {
    const to = event.target instanceof Element && event.target.closest('a:not([rel])')?.getAttribute('href')
    if (to) follow(event, to)
  }

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: this element only
          handles clicks that bubble up from the links inside it, which also work by keyboard. */}
      <div
        id={NOTICES_ID}
        data-app="none"
        aria-live="polite"
        onClick={onClick}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is empty.
        dangerouslySetInnerHTML={nothing}
      />
      {hidden.length > 0 && notices.length === 0 && (
        <button type="button" className="hidden-notices" onClick={showHidden}>
          {hidden.length === 1 ? 'Show the hidden notice' : `Show ${hidden.length} hidden notices`}
        </button>
      )}
    </div>
  )
}

/**
 * Fetches the notices after live events, with a random delay that spreads the requests of all open pages.
 * @returns a function that stops this
 */
function fetchAfterLiveEvents(): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined
  const fetchSoon = () => {
    clearTimeout(soon)
    soon = setTimeout(noticesStore.getState().fetchNotices, Math.random() * NOTICE_REFRESH_JITTER_MS)
  }
  return callAll(onLiveEventOrMissed('noticesChanged', fetchSoon), () => clearTimeout(soon))
}
