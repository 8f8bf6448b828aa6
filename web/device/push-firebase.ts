import { getApps, initializeApp } from '@firebase/app'
import { getMessaging, getToken } from '@firebase/messaging'
import type { PushSettings } from '#contract/push.ts'

/**
 * Registers with Firebase Cloud Messaging, whose library is loaded where the site is set up for it and nowhere else.
 * @param registration that of the site's own worker, which shows what comes
 * @throws what Firebase throws
 */
export function firebaseToken(
  { vapidKey, ...config }: NonNullable<PushSettings['firebase']>,
  registration: ServiceWorkerRegistration,
): Promise<string> {
  const app = getApps()[0] ?? initializeApp(config)
  return getToken(getMessaging(app), { vapidKey, serviceWorkerRegistration: registration })
}
