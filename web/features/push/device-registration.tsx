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

/** Keeps this device registered while a reader is logged in, and offers to where they have not been asked yet (S4.08). */
export function DeviceRegistration() {
  const user = useSession(({ user }) => (isReader(user) ? user : null))
  // Where it could not be found out who is logged in, whoever it was still is.
  const left = useSession(({ user, isAuthenticated }) => (user ? !isReader(user) : !isAuthenticated))
  const { standing, off } = usePush()
  const [ready, setReady] = useState(false)
  const [dismissed, setDismissed] = useState(() => storage.get(fcmDismissedKey) === 'true')

  useEffect(() => {
    watchPush().catch(logFailure)
    const wait = async () => (await pushDevice()).ready()
    wait().then(() => setReady(true), logFailure)
  }, [])

  const isOffered = useSteady(ready && user !== null && standing === 'default' && !dismissed)

  // S4.10; each login has a session of its own, to which the device is registered.
  const registering = ready && user && standing === 'granted' && !off ? user : null
  useEffect(() => {
    if (registering) registerDevice().catch(logFailure)
  }, [registering])
  useWorkerMessages({ onSubscriptionChanged: () => registering && registerDevice().catch(logFailure) })

  useEffect(() => {
    if (left) forgetDevice().catch(logFailure)
  }, [left])

  const dismiss = () => {
    storage.set(fcmDismissedKey, 'true')
    setDismissed(true)
    // The button that was pressed is gone.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  const enable = () => turnPushOn().catch(logFailure).finally(dismiss)

  return isOffered && <PushBanner onEnable={enable} onClose={dismiss} />
}

/** S8.10. */
const logFailure = (error: unknown) => console.info('Push failed', error)

interface PushBannerProps {
  /** Resolves when the reader has answered. */
  onEnable: () => Promise<unknown>
  onClose: () => void
}

/** S2.51: the offer of push messages, above the notices. */
function PushBanner({ onEnable, onClose }: PushBannerProps) {
  const [asking, setAsking] = useState(false)
  useFooterHeight()
  const enable = () => {
    if (asking) return
    setAsking(true)
    onEnable()
  }
  return (
    <section className="push-banner" aria-label="Push notifications">
      <div className="foot-row foot-width">
        <p>Enable push notifications to get updates in real time.</p>
        <div className="buttons">
          <button type="button" className="button" aria-disabled={asking || undefined} onClick={enable}>
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

/** Does what the service worker asks for: a click on a notification goes to its page here, unless something is being written. */
function useWorkerMessages({ onSubscriptionChanged }: { onSubscriptionChanged: () => void }): void {
  const go = useGo()
  const writing = useUnsentWork()
  const now = useRef({ go, writing, onSubscriptionChanged })
  now.current = { go, writing, onSubscriptionChanged }

  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const hear = ({ data, ports: [answer] }: MessageEvent<ServiceWorkerMessage>) => {
      const { go, writing, onSubscriptionChanged } = now.current
      if (data?.type === 'subscription changed') onSubscriptionChanged()
      if (data?.type !== 'open') return
      answer?.postMessage(!writing)
      if (!writing) go(data.url)
    }
    worker?.addEventListener('message', hear)
    return () => worker?.removeEventListener('message', hear)
  }, [])
}
