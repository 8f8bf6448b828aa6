import { PushNotifications } from '@capacitor/push-notifications'
import type { PushPlatform } from '#contract/push.ts'
import { NoPushTokenError, type PushDevice } from './push-device-api.ts'

/**
 * Returns whether the app was built with the configuration of the platform's push service (build/native). Without it,
 * registering would crash the app.
 */
const isSetUp = (): boolean => document.querySelector('meta[name=native-push]') !== null

export const createNativePushDevice = (platform: PushPlatform): PushDevice => ({
  ready: () => (isSetUp() ? Promise.resolve() : new Promise(() => {})),

  standing: async () => {
    if (!isSetUp()) return 'unsupported'
    const { receive } = await PushNotifications.checkPermissions()
    return receive === 'granted' || receive === 'denied' ? receive : 'default'
  },

  ask: async () => {
    await PushNotifications.requestPermissions()
  },

  token: async () => ({ token: await register(), platform }),

  forget: async () => {
    if (isSetUp()) await PushNotifications.unregister()
  },

  // The permission can change in the device's settings, so it is read again when the user returns to the app.
  onChange: (listener) => document.addEventListener('visibilitychange', () => document.hidden || listener()),
})

/** Registers the device at the platform's push service, and returns its token. @throws {NoPushTokenError} */
async function register(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const listening = [
    await PushNotifications.addListener('registration', ({ value }) => resolve(value)),
    await PushNotifications.addListener('registrationError', ({ error }) => reject(new NoPushTokenError(error))),
  ]
  try {
    await PushNotifications.register()
    return await promise
  } finally {
    for (const handle of listening) handle.remove()
  }
}
