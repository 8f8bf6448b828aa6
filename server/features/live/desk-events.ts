import { type Subscription, subscribe } from '../../events/events.ts'
import { ADMINS, type LiveClients } from './groups.ts'

/** Tells the desks of admins what to ask for again. @param log keeps a failure out of the error reports */
export const deskSubscriptions = (clients: LiveClients, log: (error: unknown) => void): Subscription[] => [
  subscribe('tools.changed', () => clients.group(ADMINS).send('toolsChanged')),
  subscribe('moderation.changed', () => clients.group(ADMINS).send('moderationChanged')),
  // Each report of this failure would be another error to tell of.
  subscribe('errors.changed', async () => {
    try {
      await clients.group(ADMINS).send('errorsChanged')
    } catch (error) {
      log(error)
    }
  }),
]
