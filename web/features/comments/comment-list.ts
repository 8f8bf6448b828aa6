import type { Comment } from '#contract/comments.ts'

/**
 * The loaded comments of a page. They come from fetched pages of the list, from live events and from the reader. Each
 * comment is stored once, by its id.
 */
export interface CommentList {
  comments: ReadonlyMap<string, Comment>
  /**
   * The last comment of the fetched pages; null when all pages are fetched. Some later comments are loaded too, such as
   * new comments, but others are missing.
   */
  edge: Comment | null
  /** The cursor of the next page to fetch; null when all pages are fetched. */
  next: string | null
  total: number
  /** The id of the thread that the URL links to; null when the URL links to no comment. */
  linked: string | null
  /**
   * Ids of comments that the reader has posted or deleted since the page was loaded, or was replying to when they were
   * removed. They are always shown; a deleted comment is shown as a placeholder.
   */
  own: ReadonlySet<string>
}

/** Fifty comments, as the server sends them. */
export interface CommentPage {
  comments: Comment[]
  total: number
  next: string | null
}

/** A comment and its replies, the oldest first. */
export interface Thread {
  id: string
  comments: Comment[]
}

export const emptyCommentList: CommentList = {
  comments: new Map(),
  edge: null,
  next: null,
  total: 0,
  linked: null,
  own: new Set(),
}

/**
 * Compares comments in the server's order: newest thread first, and oldest comment first within a thread. A newer
 * comment has a greater id.
 */
export const compareCommentsByThread = (a: Comment, b: Comment): number =>
  a.threadId === b.threadId ? compareIds(a.id, b.id) : compareIds(b.threadId, a.threadId)
const compareIds = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Returns whether a comment is shown. Every comment up to `edge`, the last comment of the fetched pages, is shown. A
 * comment after `edge` is shown only when it is in the linked thread, or when the reader has posted or deleted it.
 */
const isShown = ({ edge, linked, own }: CommentList, comment: Comment): boolean =>
  edge === null || compareCommentsByThread(comment, edge) <= 0 || comment.threadId === linked || own.has(comment.id)

/**
 * Groups comments into threads in the order of the page. The linked thread is returned separately, so that it is not
 * shown twice.
 */
export function groupThreads(list: CommentList): { linked: Thread | null; threads: Thread[] } {
  const threads = new Map<string, Thread>()
  for (const comment of [...list.comments.values()].sort(compareCommentsByThread)) {
    const thread = threads.get(comment.threadId) ?? { id: comment.threadId, comments: [] }
    thread.comments.push(comment)
    threads.set(comment.threadId, thread)
  }
  const linked = (list.linked && threads.get(list.linked)) || null
  if (linked) threads.delete(linked.id)
  return { linked, threads: [...threads.values()] }
}

/** Replaces the list by pages that were fetched again. Comments that the reader has posted or deleted stay. */
export function replacePages(list: CommentList, pages: CommentPage[], linked: Comment[]): CommentList {
  const last = pages.at(-1)
  const next = last?.next ?? null
  const edge = next ? (last?.comments.at(-1) ?? null) : null
  const own = [...list.comments.values()].filter(
    (comment) =>
      list.own.has(comment.id) && (comment.state === 'gone' || (edge && compareCommentsByThread(comment, edge) > 0)),
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

export function appendPage(list: CommentList, page: CommentPage): CommentList {
  const comments = new Map(list.comments)
  for (const comment of page.comments) comments.set(comment.id, comment)
  const edge = page.next ? (page.comments.at(-1) ?? list.edge) : null
  return { ...list, comments, edge, next: page.next, total: page.total }
}

/** Adds the thread that the URL links to. */
export const mergeLinkedThread = (list: CommentList, thread: Comment[]): CommentList => ({
  ...list,
  comments: new Map([...list.comments, ...thread.map((comment) => [comment.id, comment] as const)]),
  linked: thread[0]?.threadId ?? null,
})

/** Adds or replaces a comment if the list shows it. @param total the new number of comments, when it is known */
export function mergeComment(list: CommentList, comment: Comment, total?: number): CommentList {
  const comments = isShown(list, comment) ? new Map(list.comments).set(comment.id, comment) : list.comments
  return { ...list, comments, total: total ?? list.total }
}

/**
 * Adds or replaces a comment as other readers see it. They see a placeholder for a comment that waits for approval; its
 * author still sees the comment.
 */
export const mergePublicComment = (list: CommentList, comment: Comment, total: number): CommentList =>
  comment.state === 'gone' && isPending(list, comment.id) ? { ...list, total } : mergeComment(list, comment, total)

const isPending = ({ comments }: CommentList, id: string) => comments.get(id)?.state === 'pending'

/** Adds or replaces a comment that the reader has posted or deleted. Such a comment is shown even after the edge. */
export function mergeOwnComment(list: CommentList, comment: Comment): CommentList {
  const counts = (comment: Comment | undefined) => Number(comment?.state === 'visible')
  const total = list.total + counts(comment) - counts(list.comments.get(comment.id))
  return mergeComment({ ...list, own: new Set(list.own).add(comment.id) }, comment, total)
}

/**
 * Removes a comment that other readers no longer see. If it began a thread with replies, or if the reader posted it, a
 * placeholder stays. A comment that waits for approval stays, because its author still sees it.
 */
export function removeComment(list: CommentList, id: string, total = list.total): CommentList {
  const comments = new Map(list.comments)
  const comment = comments.get(id)
  if (!comment || isPending(list, id)) return { ...list, total }
  const thread = [...comments.values()].filter(({ threadId }) => threadId === comment.threadId)
  if ((comment.id === comment.threadId && thread.length > 1) || list.own.has(id))
    comments.set(id, toDeletedComment(comment))
  else comments.delete(id)
  const root = comments.get(comment.threadId)
  // When the last reply to a deleted comment is removed, the placeholder of the deleted comment is removed too.
  if (root?.state === 'gone' && thread.length === 2 && root.id !== id && !comments.has(id) && !list.own.has(root.id))
    comments.delete(root.id)
  return { ...list, comments, total }
}

const deleted = {
  author: '',
  authorId: null,
  profilePicture: null,
  byAdmin: false,
  content: '',
  editedAt: null,
  state: 'gone',
} as const

export const toDeletedComment = (comment: Comment): Comment => ({ ...comment, ...deleted })

/** Creates the placeholder of a deleted comment of which only the id is known. */
export const createPlaceholder = (pageUrl: string, id: string): Comment => ({
  ...{ id, pageUrl, threadId: id, parentId: null, createdAt: 0 },
  ...deleted,
})

/**
 * Keeps placeholders of removed comments to which the reader is writing a reply. Without the placeholder, the form and
 * its text would disappear.
 */
export const keepParentsOfDrafts = (
  before: CommentList,
  after: CommentList,
  hasReplyDraft: (id: string) => boolean,
): CommentList =>
  [...before.comments.values()]
    .filter(({ id }) => !after.comments.has(id) && hasReplyDraft(id))
    .reduce((list, comment) => mergeOwnComment(list, toDeletedComment(comment)), after)

/** Returns the visible comments of other authors that are in `after` but not in `before`. */
export const findNewCommentsByOthers = (before: CommentList, after: CommentList, reader: string | null): Comment[] =>
  [...after.comments.values()].filter(
    (comment) => comment.state === 'visible' && comment.authorId !== reader && !before.comments.has(comment.id),
  )
