import { toPageKey } from '#contract/page-key.ts'
import type { SitePage } from '../../../http/build-output.ts'
import { StartError } from '../../../http/start-error.ts'
import type { CommentSource, OmissionReason } from './source.ts'

/** Returns the key of the page with this URL, path or alias; null when this site has no such page. */
type FindPage = (address: string) => string | null

export interface PageMove {
  from: string
  to: string
}

/** Finds pages by path alone. Domain, query, slashes at the end, `index.html` and `.html` are ignored. */
export function createPageFinder(pages: readonly SitePage[], moves: readonly PageMove[]): FindPage {
  const keys = new Map<string, string>()
  for (const { path, aliases, key } of pages) for (const own of [...aliases, path]) keys.set(plainPath(own) ?? own, key)
  const moved = new Map<string | null, string>()
  for (const { from, to } of moves) {
    const path = plainPath(to)
    if (path === null || !keys.has(path)) throw new StartError(`--map ${from}=${to}: this site has no page ${to}.`)
    moved.set(plainPath(from), path)
  }
  return (address) => {
    const path = plainPath(address)
    return path === null ? null : (keys.get(moved.get(path) ?? path) ?? null)
  }
}

export const pageKeyToPath = (key: string): string => (key === toPageKey('/') ? '/' : `/${key}`)

/** Returns the path of a URL in a normalised form for comparison; null for a URL without a path. */
function plainPath(address: string): string | null {
  const url = URL.parse(address, 'http://unknown.invalid')
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/index\.html?$/, '')
    .replace(/\.html?$/, '')
  try {
    return decodeURIComponent(path) || '/'
  } catch {
    return path || '/'
  }
}

/** The data of a comment that stay in memory until the comments are written; about 200 bytes each. */
export interface PlannedComment {
  id: string
  parent: string | null
  thread: string | null
  /** The key of the comment's page; null when the comment is not imported. */
  page: string | null
  createdAt: number
  /**
   * The nearest imported comment that this comment replies to, directly or through comments that are not imported; null
   * when there is none.
   */
  above: PlannedComment | null
  /** The first comment of its thread; the comment itself when no ancestor is imported. */
  root: PlannedComment
  hasThread: boolean
}

export interface ImportPlan {
  comments: ReadonlyMap<string, PlannedComment>
  total: number
  leftOut: ReadonlyMap<OmissionReason, LeftOutComments>
  /** The number of comments for each path of a page that this site does not have. */
  unknownPages: ReadonlyMap<string, number>
  orphans: number
}

interface LeftOutComments {
  count: number
  ids: string[]
}

const NAMED_MAX = 20

/**
 * Reads the whole file and decides which comments are imported. An invalid file is refused before anything is written.
 */
export async function planImport(
  source: CommentSource,
  findPage: FindPage,
  progress: { onBytes: (bytes: number) => void; onRead: (comments: number) => void },
): Promise<ImportPlan> {
  const comments = new Map<string, PlannedComment>()
  const leftOut = new Map<OmissionReason, LeftOutComments>()
  const unknownPages = new Map<string, number>()
  const keys = new Map<string, string>()
  const leaveOut = (reason: OmissionReason, id: string) => {
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
      leaveOut('twice', id)
      continue
    }
    const why = comment.leftOut ?? (createdAt >= 0 && createdAt <= Date.now() ? null : 'no date')
    const key = why === null ? findPage(comment.page) : null
    if (why !== null) leaveOut(why, id)
    else if (key === null) {
      const path = plainPath(comment.page) ?? comment.page
      unknownPages.set(path, (unknownPages.get(path) ?? 0) + 1)
    }
    // All comments of a page share one string, to save memory.
    const page = key === null ? null : (keys.get(key) ?? key)
    if (page !== null) keys.set(page, page)
    comments.set(id, planned({ id, parent, thread, page, createdAt }))
  }
  let orphans = 0
  for (const comment of comments.values()) {
    findThread(comment, comments)
    const { page, parent } = comment
    if (page !== null && parent !== null && !findParent(comment, comments)) orphans++
  }
  return { comments, total, leftOut, unknownPages, orphans }
}

function planned(facts: Pick<PlannedComment, 'id' | 'parent' | 'thread' | 'page' | 'createdAt'>): PlannedComment {
  const comment = { ...facts, above: null, hasThread: false } as unknown as PlannedComment
  comment.root = comment
  return comment
}

function findParent(
  { id, parent, thread }: PlannedComment,
  comments: ImportPlan['comments'],
): PlannedComment | undefined {
  const direct = parent === null ? undefined : comments.get(parent)
  return direct ?? (thread === null || thread === id ? undefined : comments.get(thread))
}

/**
 * Sets the thread of a comment and of the comments above it. When replies form a circle, one comment starts the thread.
 */
function findThread(comment: PlannedComment, comments: ImportPlan['comments']): void {
  const chain: PlannedComment[] = []
  const seen = new Set<PlannedComment>()
  let next: PlannedComment | undefined = comment
  while (next && !next.hasThread && !seen.has(next)) {
    seen.add(next)
    chain.push(next)
    next = findParent(next, comments)
  }
  let above: PlannedComment | null = next?.hasThread ? next : null
  for (const current of chain.reverse()) {
    // A reply to a comment that is not imported becomes a reply to that comment's parent.
    const anchor: PlannedComment | null = above?.page === null ? above.above : above
    current.above = current.page === null || anchor?.page === current.page ? anchor : null
    current.root = current.page !== null && current.above ? current.above.root : current
    current.hasThread = true
    above = current
  }
}
