import { type Subscription, subscribe } from '../../events/events.ts'
import { ADMINS, type LiveClients } from './groups.ts'

/**
 * Sends to admins which parts of the desk have changed.
 * @param log receives a failure that must not become an error report
 */
export const deskSubscriptions = (clients: LiveClients, log: (error: unknown) => void): Subscription[] => [
  subscribe('tools.changed', () => clients.group(ADMINS).send('toolsChanged')),
  subscribe('moderation.changed', () => clients.group(ADMINS).send('moderationChanged')),
  // A report of this failure would publish `errors.changed` again.
  subscribe('errors.changed', async () => {
    try {
      await clients.group(ADMINS).send('errorsChanged')
    } catch (error) {
      log(error)
    }
  }),
]
