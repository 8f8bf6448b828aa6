import { type Subscription, subscribe } from '../../events/events.ts'
import { type LiveClients, pageGroup } from './groups.ts'

/** Sends changes of comments to the readers who watch their page. */
export const commentSubscriptions = (clients: LiveClients): Subscription[] => [
  subscribe('comment.saved', (saved) => clients.group(pageGroup(saved.comment.pageUrl)).send('commentSaved', saved)),
  subscribe('comment.removed', (removed) => clients.group(pageGroup(removed.pageUrl)).send('commentRemoved', removed)),
  subscribe('comments.changed', ({ pageUrl }) => clients.group(pageGroup(pageUrl)).send('commentsChanged', pageUrl)),
]
