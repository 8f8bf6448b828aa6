import { create } from 'zustand'

const useNames = create<{ names: ReadonlySet<string> }>(() => ({ names: new Set() }))

/**
 * Prevents automatic reloads of the page while there is unsent work, such as a comment.
 * @param name unique for the work
 */
export function blockAutomaticReload(name: string): void {
  useNames.setState(({ names }) => ({ names: new Set(names).add(name) }))
}

/** Allows automatic reloads of the page again, after the work was sent or discarded. */
export function unblockAutomaticReload(name: string): void {
  useNames.setState(({ names }) => ({ names: new Set([...names].filter((other) => other !== name)) }))
}

export const useIsAutomaticReloadBlocked = (): boolean => useNames(({ names }) => names.size > 0)
