import { HOUR_MS } from '../limits.ts'
import type { DeskComment } from '../moderation.ts'
import type { DeskPushMessage } from '../push.ts'
import type { ErrorGroup } from '../reports.ts'

/** Builds an id in the server's format from one digit. */
export const buildIdFromDigit = (digit: number): string => `019a0000-0000-7000-8000-00000000000${digit}`

/**
 * Builds an open browser error, first seen five hours ago.
 * @param hoursAgo when it was last seen; also the digit of its id
 */
export const buildErrorGroup = (hoursAgo: number, title: string, changes: Partial<ErrorGroup> = {}): ErrorGroup => ({
  id: buildIdFromDigit(hoursAgo),
  title,
  place: 'web/menu/menu.tsx in open',
  side: 'browser',
  state: 'open',
  count: 1,
  firstSeenAt: Date.now() - 5 * HOUR_MS,
  lastSeenAt: Date.now() - hoursAgo * HOUR_MS,
  firstRelease: '1fd87485dec32f95',
  lastRelease: '1fd87485dec32f95',
  ...changes,
})

/** Builds a push message about a reply. By default, one device has received the message. */
export const buildDeskPushMessage = (
  changes: Partial<DeskPushMessage> & { id: string; title: string },
): DeskPushMessage => ({
  topic: 'replies',
  body: '',
  createdAt: Date.now(),
  waiting: 0,
  accepted: 1,
  failed: 0,
  expired: 0,
  lastError: null,
  ...changes,
})

/**
 * Builds a reader's comment that waits for approval.
 * @param digit the last digit of the ids of the comment and of its author
 */
export const buildDeskComment = (digit: number, author: string, changes: Partial<DeskComment> = {}): DeskComment => ({
  comment: {
    id: buildIdFromDigit(digit),
    pageUrl: 'anker',
    author,
    authorId: buildIdFromDigit(digit),
    profilePicture: null,
    byAdmin: false,
    content: `Words of ${author}`,
    createdAt: 1_790_000_000_000,
    editedAt: null,
    threadId: buildIdFromDigit(digit),
    parentId: null,
  },
  state: 'pending',
  page: { title: 'Anker', path: '/anker' },
  spam: { score: 0, reasons: [] },
  reports: [],
  author: {
    id: buildIdFromDigit(digit),
    email: `${author}@example.org`,
    joinedAt: 1_780_000_000_000,
    comments: 0,
    bannedAt: null,
  },
  inReplyTo: null,
  ...changes,
})
