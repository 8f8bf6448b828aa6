import { useSyncExternalStore } from 'react'
import { v4 as uuid } from 'uuid'
import { DRAFT_MS } from '#contract/limits.ts'
import { draftsKey } from '#contract/storage-keys.ts'
import { storage } from '../kit/storage.ts'

/** What has been written and not yet posted. */
interface Draft {
  text: string
  /** Names the comment that it will be, so that sending it again does not post it twice. */
  key: string
  /** When it was written on last. */
  at: number
}
type Drafts = Partial<Record<string, Draft>>

const listeners = new Set<() => void>()
let stored: string | null = null
let drafts: Drafts = {}

/** All of them, as this tab or another has left them; those that nobody came back to are forgotten. */
function read(): Drafts {
  const now = storage.get(draftsKey)
  if (now === stored) return drafts
  stored = now
  drafts = Object.fromEntries(Object.entries(parse(now)).filter(([, draft]) => isDraft(draft)))
  return drafts
}

function parse(text: string | null): Drafts {
  try {
    return JSON.parse(text ?? '{}') ?? {}
  } catch {
    return {}
  }
}

const isDraft = (draft: Partial<Draft> | undefined): draft is Draft =>
  typeof draft?.text === 'string' &&
  typeof draft.key === 'string' &&
  typeof draft.at === 'number' &&
  draft.at > Date.now() - DRAFT_MS

function change(name: string, draft: Draft | undefined): void {
  const { [name]: _, ...others } = read()
  const changed = draft ? { ...others, [name]: draft } : others
  if (Object.keys(changed).length > 0) storage.set(draftsKey, JSON.stringify(changed))
  else storage.remove(draftsKey)
  // Where nothing can be kept, at least until the page is left.
  drafts = changed
  stored = storage.get(draftsKey)
  for (const listener of listeners) listener()
}

const changedElsewhere = ({ key }: StorageEvent) => {
  if (key === draftsKey || key === null) for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', changedElsewhere)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', changedElsewhere)
  }
}

/** The name of the draft for a page, or for the answer to one of its comments. */
export const draftName = (pageKey: string, answered?: string): string => (answered ? `${pageKey}#${answered}` : pageKey)

export const hasDraft = (name: string): boolean => read()[name] !== undefined

/** A draft that is kept with every letter, through reloads and logins, and is the same in every tab. */
export function useDraft(name: string) {
  const draft = useSyncExternalStore(subscribe, () => read()[name])
  return {
    text: draft?.text ?? '',
    key: draft?.key,
    write: (text: string) =>
      change(name, text ? { text, key: read()[name]?.key ?? uuid(), at: Date.now() } : undefined),
    drop: () => change(name, undefined),
  }
}
