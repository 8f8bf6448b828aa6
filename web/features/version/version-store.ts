import { createStore } from 'zustand/vanilla'
import type { SuccessReply } from '#contract/endpoint.ts'
import { VERSION_POLL_MS } from '#contract/limits.ts'
import { getVersion } from '#contract/version.ts'
import { onCachedCopy, updateServiceWorker } from '../../device/service-worker.ts'

interface VersionState {
  /** The first version that the server sent after the page was loaded (S4.06). */
  first: string | null
  /** The latest version that the server has sent. */
  latest: string | null
  /** Whether the server has sent a different version since the first one (S4.07). */
  changed: boolean
  /** The versions for which the reader has dismissed the banner. */
  dismissed: readonly string[]
  versionSeen: (version: string) => void
  /** Dismisses the banner until the server sends yet another version. */
  dismiss: () => void
}

/** The versions that this page has received. The store is used before React is loaded. */
export const versionStore = createStore<VersionState>((set) => ({
  first: null,
  latest: null,
  changed: false,
  dismissed: [],
  versionSeen: (version) =>
    set(({ first, changed, dismissed }) => ({
      first: first ?? version,
      latest: version,
      changed: changed || (first !== null && version !== first && !dismissed.includes(version)),
    })),
  dismiss: () =>
    set(({ latest, dismissed }) => ({ changed: false, dismissed: latest ? [...dismissed, latest] : dismissed })),
}))

/** Resolves with the version of this page: that of the native app, or the first one that the server sends. */
export async function loadPageVersion(): Promise<string> {
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
export function startVersionPoll(): void {
  const { versionSeen } = versionStore.getState()
  const check = async () => {
    if (document.hidden) return
    const version = await fetchVersion()
    if (version) versionSeen(version)
  }
  onCachedCopy(versionSeen)
  versionStore.subscribe(({ changed, latest }, before) => {
    if (changed && latest !== before.latest) updateServiceWorker()
  })
  check()
  setInterval(check, VERSION_POLL_MS)
}

/** Returns the current version of the server, or null when it cannot be fetched (S8.06). */
async function fetchVersion(): Promise<string | null> {
  try {
    const response = await fetch(getVersion.path, { cache: 'no-store' })
    const reply = (await response.json()) as Partial<SuccessReply<typeof getVersion>>
    return response.ok && typeof reply.version === 'string' ? reply.version : null
  } catch {
    return null
  }
}
