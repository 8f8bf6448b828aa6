import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useUnsentWork } from '../../forms/unsent-work.ts'
import { useSteady } from '../../kit/use-steady.ts'
import { onLive } from '../../live/live.ts'
import { versionStore } from './version-store.ts'

/**
 * The banner about a new version of the site (S2.50), which boot.ts polls. After a deploy every page connects to the new
 * server, which sends its version at once.
 */
export function VersionBanner() {
  const { changed, versionSeen } = useStore(versionStore)
  // A reload would lose unsaved text.
  const writing = useUnsentWork()
  const isShown = useSteady(changed && !writing)

  useEffect(() => onLive('versionServed', versionSeen), [versionSeen])

  return (
    <div className="toast version-banner" role="status">
      {isShown && (
        <>
          <p>A new version of the site is available, please refresh.</p>
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Refresh
          </button>
        </>
      )}
    </div>
  )
}
