import type { Comment } from '#contract/comments.ts'

/** What is known of a page's comments, from wherever it came: each comment once, by its id. */
export interface CommentList {
  comments: ReadonlyMap<string, Comment>
  /** Where the pages that were asked for end; null when they reach to the end. Beyond it, something may be missing. */
  edge: Comment | null
  /** Where the next page is. */
  next: string | null
  /** How many the page has. */
  total: number
  /** The thread that the address of the page names, where it is beyond the edge. */
  linked: string | null
  /** What the reader has posted or deleted here: it stays where they saw it. */
  own: ReadonlySet<string>
}

/** Fifty comments, as the server sends them. */
export interface CommentPage {
  comments: Comment[]
  total: number
  next: string | null
}

/** A comment and what was answered to it, the oldest first. */
export interface Thread {
  id: string
  comments: Comment[]
}

export const noComments: CommentList = {
  comments: new Map(),
  edge: null,
  next: null,
  total: 0,
  linked: null,
  own: new Set(),
}

/** The server's order: the newest thread first, and in it the oldest comment. Ids rise with time. */
export const inOrder = (a: Comment, b: Comment): number =>
  a.threadId === b.threadId ? compare(a.id, b.id) : compare(b.threadId, a.threadId)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Whether a comment is shown: what is beyond the edge comes with its page. */
const shows = ({ edge, linked, own }: CommentList, comment: Comment): boolean =>
  edge === null || inOrder(comment, edge) <= 0 || comment.threadId === linked || own.has(comment.id)

/** The threads as they are shown; the linked one apart, so that it is not shown twice. */
export function threadsOf(list: CommentList): { linked: Thread | null; threads: Thread[] } {
  const threads = new Map<string, Thread>()
  for (const comment of [...list.comments.values()].sort(inOrder)) {
    const thread = threads.get(comment.threadId) ?? { id: comment.threadId, comments: [] }
    thread.comments.push(comment)
    threads.set(comment.threadId, thread)
  }
  const linked = (list.linked && threads.get(list.linked)) || null
  if (linked) threads.delete(linked.id)
  return { linked, threads: [...threads.values()] }
}

/** The list after everything has been asked for again: only the pages count, and what the reader did here. */
export function replaced(list: CommentList, pages: CommentPage[], linked: Comment[]): CommentList {
  const last = pages.at(-1)
  const next = last?.next ?? null
  const edge = next ? (last?.comments.at(-1) ?? null) : null
  const own = [...list.comments.values()].filter(
    (comment) => list.own.has(comment.id) && (comment.state === 'gone' || (edge && inOrder(comment, edge) > 0)),
  )
  const all = [...own, ...linked, ...pages.flatMap(({ comments }) => comments)]
  return {
    ...list,
    comments: new Map(all.map((comment) => [comment.id, comment])),
    edge,
    next,
    total: last?.total ?? 0,
  }
}

/** The list with its next page. */
export function extended(list: CommentList, page: CommentPage): CommentList {
  const comments = new Map(list.comments)
  for (const comment of page.comments) comments.set(comment.id, comment)
  const edge = page.next ? (page.comments.at(-1) ?? list.edge) : null
  return { ...list, comments, edge, next: page.next, total: page.total }
}

/** The list with the thread that an address names. */
export const withLinked = (list: CommentList, thread: Comment[]): CommentList => ({
  ...list,
  comments: new Map([...list.comments, ...thread.map((comment) => [comment.id, comment] as const)]),
  linked: thread[0]?.threadId ?? null,
})

/** The list with a comment that is new, or has changed. @param total how many there are now, where it is known */
export function withSaved(list: CommentList, comment: Comment, total?: number): CommentList {
  const comments = shows(list, comment) ? new Map(list.comments).set(comment.id, comment) : list.comments
  return { ...list, comments, total: total ?? list.total }
}

/** The same for what the reader has just posted or deleted, which is shown wherever it belongs. */
export function withOwn(list: CommentList, comment: Comment): CommentList {
  const counts = (one: Comment | undefined) => Number(one?.state === 'visible')
  const total = list.total + counts(comment) - counts(list.comments.get(comment.id))
  return withSaved({ ...list, own: new Set(list.own).add(comment.id) }, comment, total)
}

/** The list without a comment; its place stays while there are answers to it, or its author looks at it. */
export function withRemoved(list: CommentList, id: string, total = list.total): CommentList {
  const comments = new Map(list.comments)
  const comment = comments.get(id)
  if (!comment) return { ...list, total }
  const thread = [...comments.values()].filter(({ threadId }) => threadId === comment.threadId)
  if ((comment.id === comment.threadId && thread.length > 1) || list.own.has(id)) comments.set(id, goneFrom(comment))
  else comments.delete(id)
  const root = comments.get(comment.threadId)
  // The last answer to a comment that is gone takes its place with it.
  if (root?.state === 'gone' && thread.length === 2 && root.id !== id && !comments.has(id) && !list.own.has(root.id))
    comments.delete(root.id)
  return { ...list, comments, total }
}

/** What is left of a comment when it is deleted. */
export const goneFrom = (comment: Comment): Comment => ({
  ...comment,
  author: '',
  authorId: null,
  profilePicture: null,
  byAdmin: false,
  content: '',
  editedAt: null,
  state: 'gone',
})

/** What is in a list that was not in it before, and is by somebody else. */
export const arrivalsIn = (after: CommentList, before: CommentList, reader: string | null): Comment[] =>
  [...after.comments.values()].filter(
    (comment) => comment.state === 'visible' && comment.authorId !== reader && !before.comments.has(comment.id),
  )
