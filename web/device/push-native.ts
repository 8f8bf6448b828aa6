import { PushNotifications } from '@capacitor/push-notifications'
import type { PushPlatform } from '#contract/push.ts'
import { NoToken, type PushDevice } from './push-device-api.ts'

/** Whether the app was built with the configuration of the platform's push service (build/native). Without it, registering crashes the app. */
const isSetUp = (): boolean => document.querySelector('meta[name=native-push]') !== null

export const nativeDevice = (platform: PushPlatform): PushDevice => ({
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

  // The permission can change in the settings app, so it is read again when the person returns.
  onChange: (listener) => document.addEventListener('visibilitychange', () => document.hidden || listener()),
})

/** Registers and returns the token of the platform. @throws {NoToken} */
async function register(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const listening = [
    await PushNotifications.addListener('registration', ({ value }) => resolve(value)),
    await PushNotifications.addListener('registrationError', ({ error }) => reject(new NoToken(error))),
  ]
  try {
    await PushNotifications.register()
    return await promise
  } finally {
    for (const handle of listening) handle.remove()
  }
}
