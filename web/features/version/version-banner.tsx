import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useIsAutomaticReloadBlocked } from '../../forms/automatic-reload.ts'
import { useValueHeldDuringPress } from '../../kit/use-value-held-during-press.ts'
import { onLiveEvent } from '../../live/live.ts'
import { Icon } from '../../ui/icon.tsx'
import { hideObstructingFootStrip } from '../../ui/layout/watch-foot.ts'
import { versionStore } from './version-store.ts'

/**
 * The banner about a new version of the site (S2.50), or about the new page that the version adds. boot.ts polls the
 * version. After a deploy, every page connects to the new server, and the server sends its version at once. The code of
 * the banner is loaded with the page, because a deploy can replace files that are not loaded yet.
 */
export function VersionBanner() {
  const { changed, newPage, versionSeen, dismiss } = useStore(versionStore)
  // A reload would lose unsaved text.
  const writing = useIsAutomaticReloadBlocked()
  const shown = useValueHeldDuringPress(changed && !writing ? (newPage ?? 'new version') : null)
  const isShown = shown !== null
  useEffect(() => (isShown ? hideObstructingFootStrip() : undefined), [isShown])
  useEffect(() => onLiveEvent('versionServed', versionSeen), [versionSeen])

  const close = () => {
    dismiss()
    // The pressed button was removed, so the content takes the focus.
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <div role="status">
      {shown && (
        <section aria-label={shown === 'new version' ? 'New version' : 'New page'}>
          <div className="bar foot-row">
            {shown === 'new version' ? (
              <>
                <p className="foot-text">A new version of the site is available, please refresh.</p>
                <button type="button" className="button" onClick={() => window.location.reload()}>
                  Refresh
                </button>
              </>
            ) : (
              <>
                <p className="foot-text">There is a new page: {shown.title}</p>
                {/* A plain link loads the new page from the server, because this version does not contain it. */}
                <a className="button" href={shown.path}>
                  Read it
                </a>
              </>
            )}
            <button type="button" className="round-button foot-close" aria-label="Not now" onClick={close}>
              <Icon name="close" />
            </button>
          </div>
        </section>
      )}
    </div>
  )
}
