import { useEffect, useState } from 'react'
import { fcmDismissedKey } from '#contract/storage-keys.ts'
import { isReader, useSession } from '../../api/session.ts'
import { forgetDevice, registerDevice, turnPushOn, usePush, watchPush } from '../../device/push.ts'
import { pushDevice } from '../../device/push-device.ts'
import { storage } from '../../device/storage.ts'
import { useSteady } from '../../kit/use-steady.ts'
import { PushBanner } from './push-banner.tsx'
import { useWorkerMessages } from './use-worker-messages.ts'

/** Keeps this device registered while a reader is logged in, and offers to where they have not been asked yet (S4.08). */
export function ThisDevice() {
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
