import { create } from 'zustand'

interface VersionState {
  /** The first version seen since the page was loaded (S4.06). */
  first: string | null
  /** The last one. */
  latest: string | null
  /** A later, different version is served (S4.07). */
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
