import { getApps, initializeApp } from '@firebase/app'
import { getMessaging, getToken } from '@firebase/messaging'
import type { PublicPushSettings } from '#contract/push.ts'

/**
 * Registers the device with Firebase Cloud Messaging, and returns its token. The library is loaded only when the site
 * uses Firebase.
 * @param registration the site's own service worker, which shows the messages
 * @throws Firebase's errors
 */
export function fetchFirebaseToken(
  { vapidKey, ...config }: NonNullable<PublicPushSettings['firebase']>,
  registration: ServiceWorkerRegistration,
): Promise<string> {
  const app = getApps()[0] ?? initializeApp(config)
  return getToken(getMessaging(app), { vapidKey, serviceWorkerRegistration: registration })
}
