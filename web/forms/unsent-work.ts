import { create } from 'zustand'

const useNames = create<{ names: ReadonlySet<string> }>(() => ({ names: new Set() }))

/** Says that something would be in the way of a reload, such as a comment that is being written; by a name of its own. */
export function holdWork(name: string): void {
  useNames.setState(({ names }) => ({ names: new Set(names).add(name) }))
}

/** Says that it is sent, or gone. */
export function releaseWork(name: string): void {
  useNames.setState(({ names }) => ({ names: new Set([...names].filter((other) => other !== name)) }))
}

/** Whether something is being written. */
export const useUnsentWork = (): boolean => useNames(({ names }) => names.size > 0)
