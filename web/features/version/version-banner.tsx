import { useEffect } from 'react'
import { create } from 'zustand'
import type { Reply } from '#contract/endpoint.ts'
import { VERSION_POLL_MS } from '#contract/limits.ts'
import { getVersion } from '#contract/version.ts'
import { onCopy, updateServiceWorker } from '../../device/service-worker.ts'
import { useUnsentWork } from '../../forms/unsent-work.ts'
import { useSteady } from '../../kit/use-steady.ts'
import { onLive } from '../../live/live.ts'

/**
 * The banner about a new version of the site (S2.50). It fetches the version every 30 s while the page is visible (S9.01).
 * After a deploy every page connects to the new server, which sends its version at once.
 */
export function VersionBanner() {
  const { changed, latest, versionSeen } = useVersion()
  // A reload would lose unsaved text.
  const writing = useUnsentWork()
  const isShown = useSteady(changed && !writing)

  useEffect(() => {
    const check = async () => {
      if (document.hidden) return
      const version = await fetchVersion()
      if (version) versionSeen(version)
    }
    check()
    const timer = setInterval(check, VERSION_POLL_MS)
    return () => clearInterval(timer)
  }, [versionSeen])
  useEffect(() => onLive('versionServed', versionSeen), [versionSeen])
  useEffect(() => onCopy(versionSeen), [versionSeen])
  useEffect(() => {
    if (changed && latest) updateServiceWorker()
  }, [changed, latest])

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

/** Returns the current version of the server, or null when it cannot be fetched (S8.06). */
async function fetchVersion(): Promise<string | null> {
  try {
    const response = await fetch(getVersion.path, { cache: 'no-store' })
    const reply = (await response.json()) as Partial<Reply<typeof getVersion>>
    return response.ok && typeof reply.version === 'string' ? reply.version : null
  } catch {
    return null
  }
}

interface VersionState {
  /** The first version seen since the page was loaded (S4.06). */
  first: string | null
  /** The latest version. */
  latest: string | null
  /** Whether a different version has been served since (S4.07). */
  changed: boolean
  versionSeen: (version: string) => void
}

export const useVersion = create<VersionState>((set) => ({
  first: null,
  latest: null,
  changed: false,
  versionSeen: (version) =>
    set(({ first, changed }) => ({
      first: first ?? version,
      latest: version,
      changed: changed || (first !== null && version !== first),
    })),
}))
