import { useEffect, useRef, useState } from 'react'
import { fcmDismissedKey } from '#contract/storage-keys.ts'
import type { ServiceWorkerMessage } from '#contract/worker-messages.ts'
import { isReader, useSession } from '../../api/session.ts'
import { forgetDevice, registerDevice, turnPushOn, usePush, watchPush } from '../../device/push.ts'
import { pushDevice } from '../../device/push-device.ts'
import { storage } from '../../device/storage.ts'
import { useUnsentWork } from '../../forms/unsent-work.ts'
import { useGo } from '../../kit/go.ts'
import { useSteady } from '../../kit/use-steady.ts'
import { useFooterHeight } from '../../ui/layout/use-footer-height.ts'
import '../../ui/note/notice.css'
import './push-banner.css'

/** Registers this device while a reader is logged in, and shows the banner until the reader has decided (S4.08). */
export function DeviceRegistration() {
  const user = useSession(({ user }) => (isReader(user) ? user : null))
  // When the session could not be loaded, the reader counts as still logged in.
  const hasLeft = useSession(({ user, isAuthenticated }) => (user ? !isReader(user) : !isAuthenticated))
  const { standing, off } = usePush()
  const [isReady, setReady] = useState(false)
  const [isDismissed, setDismissed] = useState(() => storage.get(fcmDismissedKey) === 'true')

  useEffect(() => {
    watchPush().catch(logFailure)
    const wait = async () => (await pushDevice()).ready()
    wait().then(() => setReady(true), logFailure)
  }, [])

  const isOffered = useSteady(isReady && user !== null && standing === 'default' && !isDismissed)

  // The device is registered to a session, so each login registers it again (S4.10).
  const registering = isReady && user && standing === 'granted' && !off ? user : null
  useEffect(() => {
    if (registering) registerDevice().catch(logFailure)
  }, [registering])
  useWorkerMessages(() => registering && registerDevice().catch(logFailure))

  useEffect(() => {
    if (hasLeft) forgetDevice().catch(logFailure)
  }, [hasLeft])

  const dismiss = () => {
    storage.set(fcmDismissedKey, 'true')
    setDismissed(true)
    // The pressed button was removed.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  const enable = () => turnPushOn().catch(logFailure).finally(dismiss)

  return isOffered && <PushBanner onEnable={enable} onClose={dismiss} />
}

/** Logs a failure without showing it (S8.10). */
const logFailure = (error: unknown) => console.info('Push failed', error)

/** The banner that offers push notifications, above the notices (S2.51). */
function PushBanner({ onEnable, onClose }: { onEnable: () => void; onClose: () => void }) {
  const [isAsking, setAsking] = useState(false)
  useFooterHeight()
  const enable = () => {
    if (isAsking) return
    setAsking(true)
    onEnable()
  }
  return (
    <section className="push-banner" aria-label="Push notifications">
      <div className="foot-row foot-width">
        <p>Enable push notifications to get updates in real time.</p>
        <div className="buttons">
          <button type="button" className="button" aria-disabled={isAsking || undefined} onClick={enable}>
            Enable
          </button>
          <button type="button" className="foot-button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </section>
  )
}

/** Handles messages of the service worker. A clicked notification opens its page in this tab, unless the reader has unsaved text. */
function useWorkerMessages(onSubscriptionChanged: () => void): void {
  const go = useGo()
  const writing = useUnsentWork()
  const now = useRef({ go, writing, onSubscriptionChanged })
  now.current = { go, writing, onSubscriptionChanged }

  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const onMessage = ({ data, ports: [answer] }: MessageEvent<ServiceWorkerMessage>) => {
      const { go, writing, onSubscriptionChanged } = now.current
      if (data?.type === 'subscription changed') onSubscriptionChanged()
      if (data?.type !== 'open') return
      answer?.postMessage(!writing)
      if (!writing) go(data.url)
    }
    worker?.addEventListener('message', onMessage)
    return () => worker?.removeEventListener('message', onMessage)
  }, [])
}
