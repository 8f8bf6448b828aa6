import { createStore } from 'zustand/vanilla'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import { VERSION_POLL_MS } from '#contract/limits.ts'
import { getVersion, type NewPage } from '#contract/version.ts'
import { onCachedCopy, updateServiceWorker } from '../../device/service-worker.ts'

interface VersionState {
  /** The first version that the server sent after the page was loaded (S4.06). */
  first: string | null
  /** The latest version that the server has sent. */
  latest: string | null
  /** The page that has appeared since the first version. */
  newPage: NewPage | null
  /** Whether the server has sent a different version since the first one (S4.07). */
  changed: boolean
  /** The versions for which the reader has dismissed the banner. */
  dismissed: readonly string[]
  versionSeen: (version: string, newPage?: NewPage | null) => void
  /** Dismisses the banner until the server sends yet another version. */
  dismiss: () => void
}

/** The versions that this page has received. The store is used before React is loaded. */
export const versionStore = createStore<VersionState>((set) => ({
  first: null,
  latest: null,
  newPage: null,
  changed: false,
  dismissed: [],
  versionSeen: (version, newPage) =>
    set((state) => ({
      first: state.first ?? version,
      latest: version,
      // A new page counts only when it comes with a version that differs from the previous version. The first version
      // has no previous version, so its new page does not count.
      newPage: (state.latest !== null && version !== state.latest && newPage) || state.newPage,
      changed: state.changed || (state.first !== null && version !== state.first && !state.dismissed.includes(version)),
    })),
  dismiss: () =>
    set(({ latest, dismissed }) => ({
      changed: false,
      newPage: null,
      dismissed: latest ? [...dismissed, latest] : dismissed,
    })),
}))

/**
 * Resolves with the version of this page: the version of the native app, or the first version that the server sends.
 */
export async function getLoadedSiteVersion(): Promise<string> {
  const own = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content
  const { first } = versionStore.getState()
  return (
    own ??
    first ??
    new Promise((resolve) => {
      const stop = versionStore.subscribe(({ first }) => {
        if (first === null) return
        stop()
        resolve(first)
      })
    })
  )
}

/** Fetches the version of the server now and every 30 s while the page is visible (S9.01). */
export function pollVersionWhileVisible(): void {
  const { versionSeen } = versionStore.getState()
  const check = async () => {
    if (document.hidden) return
    const reply = await fetchVersion()
    if (reply) versionSeen(reply.version, reply.newPage)
  }
  onCachedCopy(versionSeen)
  versionStore.subscribe(({ changed, latest }, before) => {
    if (changed && latest !== before.latest) updateServiceWorker()
  })
  check()
  setInterval(check, VERSION_POLL_MS)
}

/** Returns the current version of the server with its new page, or null when they cannot be fetched (S8.06). */
async function fetchVersion(): Promise<SuccessReplyBody<typeof getVersion> | null> {
  try {
    const response = await fetch(getVersion.path, { cache: 'no-store' })
    const { version, newPage }: Partial<SuccessReplyBody<typeof getVersion>> = await response.json()
    return response.ok && typeof version === 'string' ? { version, newPage } : null
  } catch {
    return null
  }
}
