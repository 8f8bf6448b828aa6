import { useEffect, useRef } from 'react'
import type { WorkerToPageMessage } from '#contract/worker-messages.ts'
import { hasReaderRights, useSession } from '../../api/session.ts'
import {
  endPushServiceRegistration,
  logPushFailure,
  registerDeviceToken,
  useIsPushReady,
  usePushState,
} from '../../device/push.ts'
import { useIsAutomaticReloadBlocked } from '../../forms/automatic-reload.ts'
import { useLoadAndNavigate } from '../../kit/go.ts'

/**
 * Registers this device for push notifications while a reader is logged in. `ui/push/push-permission-prompt.tsx` asks
 * for the permission.
 */
export function DeviceRegistration() {
  const user = useSession(({ user }) => (hasReaderRights(user) ? user : null))
  // When the session could not be loaded, the reader still counts as logged in.
  const hasLeft = useSession(({ user, isAuthenticated }) => (user ? !hasReaderRights(user) : !isAuthenticated))
  const { standing, off } = usePushState()
  const isReady = useIsPushReady()

  // The device is registered to a session, so each login registers it again (S4.10).
  const registering = isReady && user && standing === 'granted' && !off ? user : null
  useEffect(() => {
    if (registering) registerDeviceToken().catch(logPushFailure)
  }, [registering])
  useWorkerMessages(() => registering && registerDeviceToken().catch(logPushFailure))

  useEffect(() => {
    if (hasLeft) endPushServiceRegistration().catch(logPushFailure)
  }, [hasLeft])

  return null
}

/**
 * Handles messages of the service worker. A clicked notification opens its page in this tab, unless the tab shows the
 * page already or has unsaved text.
 */
function useWorkerMessages(onSubscriptionChanged: () => void): void {
  const go = useLoadAndNavigate()
  const writing = useIsAutomaticReloadBlocked()
  const now = useRef({ go, writing, onSubscriptionChanged })
  now.current = { go, writing, onSubscriptionChanged }

  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const onMessage = ({ data, ports: [answer] }: MessageEvent<WorkerToPageMessage>) => {
      const { go, writing, onSubscriptionChanged } = now.current
      if (data?.type === 'subscription changed') onSubscriptionChanged()
      if (data?.type !== 'open') return
      const isShown = new URL(data.url, window.location.href).href === window.location.href
      answer?.postMessage(isShown || !writing)
      if (!isShown && !writing) go(data.url)
    }
    worker?.addEventListener('message', onMessage)
    return () => worker?.removeEventListener('message', onMessage)
  }, [])
}
