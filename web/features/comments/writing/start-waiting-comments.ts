import { waitingCommentsKey } from '#contract/storage-keys.ts'
import { useSession } from '../../../api/session.ts'
import { callAll, listen } from '../../../device/listen.ts'
import { storage } from '../../../device/storage.ts'
import { onLiveEventsMissed } from '../../../live/live.ts'

/**
 * Sends waiting comments whenever there is a connection and the session is known.
 * @returns a function that stops the sending
 */
export function startSendingWaitingComments(): () => void {
  const send = () => {
    if (storage.get(waitingCommentsKey) === null || !useSession.getState().user) return
    import('./send-waiting-comments.ts').then(
      ({ sendWaitingComments }) => sendWaitingComments(),
      (error) => console.info('The comments that wait cannot be sent yet', error),
    )
  }
  send()
  return callAll(
    listen(window, 'online', send),
    useSession.subscribe(({ user }, before) => user !== before.user && send()),
    onLiveEventsMissed(send),
  )
}
