import { waitingCommentsKey } from '#contract/storage-keys.ts'
import { useSession } from '../../../api/session.ts'
import { storage } from '../../../device/storage.ts'
import { onLiveAgain } from '../../../live/live.ts'

/** Sends the comments that wait, on whatever page, as soon as there is a connection and it is known who reads. @returns what ends it */
export function startWaiting(): () => void {
  const send = () => {
    if (storage.get(waitingCommentsKey) === null || !useSession.getState().user) return
    import('./send-waiting.ts').then(
      ({ sendWaiting }) => sendWaiting(),
      (error) => console.info('The comments that wait cannot be sent yet', error),
    )
  }
  send()
  window.addEventListener('online', send)
  const ends = [
    useSession.subscribe(({ user }, before) => user !== before.user && send()),
    onLiveAgain(send),
    () => window.removeEventListener('online', send),
  ]
  return () => {
    for (const end of ends) end()
  }
}
