import { type PageFinder, plainPath } from './page-finder.ts'
import type { CommentSource, LeftOut } from './source.ts'

/** What is known of every comment of a file before the first is written; about 200 bytes each. */
export interface Planned {
  id: string
  /** What the file says it answers. */
  parent: string | null
  thread: string | null
  /** The key of its page; null for one that is not imported. */
  page: string | null
  createdAt: number
  /** The nearest comment above it that is imported. */
  above: Planned | null
  /** The comment that began its thread: itself, where nothing above it is imported. */
  root: Planned
  isSettled: boolean
}

/** What a file holds. */
export interface Plan {
  comments: ReadonlyMap<string, Planned>
  total: number
  leftOut: ReadonlyMap<LeftOut, Named>
  /** How many comments there are for each page that the site has not. */
  unknownPages: ReadonlyMap<string, number>
  /** Answers to what is neither in the file nor, as far as it tells, was ever there. */
  orphans: number
}

/** How many there are, and what some of them are called. */
export interface Named {
  count: number
  ids: string[]
}

const NAMED_MAX = 20

/**
 * Reads the whole file, so that nothing is written of one that is broken, and finds out which comments will be imported,
 * on which pages and in which threads.
 * @param onRead told how many comments have been read
 * @throws {StartError} when the file is not what it should be
 */
export async function planImport(
  source: CommentSource,
  pages: PageFinder,
  progress: { onBytes: (bytes: number) => void; onRead: (comments: number) => void },
): Promise<Plan> {
  const comments = new Map<string, Planned>()
  const leftOut = new Map<LeftOut, Named>()
  const unknownPages = new Map<string, number>()
  const keys = new Map<string, string>()
  const leave = (reason: LeftOut, id: string) => {
    const named = leftOut.get(reason) ?? { count: 0, ids: [] }
    named.count++
    if (named.ids.length < NAMED_MAX) named.ids.push(id)
    leftOut.set(reason, named)
  }
  let total = 0
  for await (const comment of source.read(progress.onBytes)) {
    progress.onRead(++total)
    const { id, parent, thread, createdAt } = comment
    if (comments.has(id)) {
      leave('twice', id)
      continue
    }
    const why = comment.leftOut ?? (createdAt >= 0 && createdAt <= Date.now() ? null : 'no date')
    const key = why === null ? pages.find(comment.page) : null
    if (why !== null) leave(why, id)
    else if (key === null) {
      const path = plainPath(comment.page) ?? comment.page
      unknownPages.set(path, (unknownPages.get(path) ?? 0) + 1)
    }
    // One string for all comments of a page.
    const page = key === null ? null : (keys.get(key) ?? key)
    if (page !== null) keys.set(page, page)
    comments.set(id, planned({ id, parent, thread, page, createdAt }))
  }
  let orphans = 0
  for (const comment of comments.values()) {
    settle(comment, comments)
    const { page, parent } = comment
    if (page !== null && parent !== null && !answered(comment, comments)) orphans++
  }
  return { comments, total, leftOut, unknownPages, orphans }
}

function planned(facts: Pick<Planned, 'id' | 'parent' | 'thread' | 'page' | 'createdAt'>): Planned {
  const comment = { ...facts, above: null, isSettled: false } as unknown as Planned
  comment.root = comment
  return comment
}

/** What a comment answers, as far as it is in the file. */
function answered({ id, parent, thread }: Planned, comments: Plan['comments']): Planned | undefined {
  const direct = parent === null ? undefined : comments.get(parent)
  return direct ?? (thread === null || thread === id ? undefined : comments.get(thread))
}

/** Finds the thread of a comment and of all above it. What answers itself in a circle begins a thread. */
function settle(comment: Planned, comments: Plan['comments']): void {
  const chain: Planned[] = []
  const seen = new Set<Planned>()
  let next: Planned | undefined = comment
  while (next && !next.isSettled && !seen.has(next)) {
    seen.add(next)
    chain.push(next)
    next = answered(next, comments)
  }
  let above: Planned | null = next?.isSettled ? next : null
  for (const current of chain.reverse()) {
    // An answer to what is not imported answers what that answered.
    const anchor: Planned | null = above?.page === null ? above.above : above
    current.above = current.page === null || anchor?.page === current.page ? anchor : null
    current.root = current.page !== null && current.above ? current.above.root : current
    current.isSettled = true
    above = current
  }
}
