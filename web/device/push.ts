import { create } from 'zustand'
import { registerDevice as postDevice, removeDeviceToken } from '#contract/push.ts'
import { pushOffKey, storageKeys } from '#contract/storage-keys.ts'
import { authFetch, FetchFailed } from '../api/api.ts'
import { sessionCount } from '../api/tokens.ts'
import { pushDevice } from './push-device.ts'
import type { PushStanding } from './push-device-api.ts'
import { storage } from './storage.ts'

interface Push {
  /** Null until it is known. */
  standing: PushStanding | null
  /** Whether its reader has turned push off on this device, which the permission does not say. */
  off: boolean
  /** How often the site has been told of this device since the page was loaded. */
  registrations: number
}

/** How push stands on this device. */
export const usePush = create<Push>(() => ({ standing: null, off: false, registrations: 0 }))

/** Finds out how push stands. */
export async function lookAtPush(): Promise<PushStanding> {
  const standing = await (await pushDevice()).standing()
  usePush.setState({ standing, off: storage.get(pushOffKey) === 'true' })
  return standing
}

let watching = false

/** Finds out how push stands, now and whenever that changes. */
export async function watchPush(): Promise<void> {
  if (!watching) {
    watching = true
    ;(await pushDevice()).onChange(lookAtPush)
  }
  await lookAtPush()
}

let registering: Promise<void> = Promise.resolve()

/**
 * S7.11: tells the site where to send this reader's messages. What it has been told before is not sent again (S5.06).
 * @throws what a call throws, and what the device throws that has no token
 */
export function registerDevice(): Promise<void> {
  registering = registering.catch(() => {}).then(register)
  return registering
}

async function register(): Promise<void> {
  const session = sessionCount()
  const device = await (await pushDevice()).token()
  if (device.token === storage.get(storageKeys.fcmToken)) return
  const response = await authFetch(postDevice, { body: device })
  if (!response?.ok) throw response ? new FetchFailed(response) : new Error('Nobody is logged in.')
  // Another session has not been told.
  if (session !== sessionCount()) return
  storage.set(storageKeys.fcmToken, device.token)
  usePush.setState(({ registrations }) => ({ registrations: registrations + 1 }))
}

/**
 * Asks for the permission where it has not been given, and registers.
 * @returns how push stands then: the person may have refused
 * @throws what registerDevice throws
 */
export async function turnPushOn(): Promise<PushStanding> {
  storage.remove(pushOffKey)
  const device = await pushDevice()
  if ((await device.standing()) === 'default') await device.ask()
  const standing = await lookAtPush()
  if (standing !== 'granted') return standing
  // The site, or the push service, may have forgotten it since: it begins anew.
  storage.remove(storageKeys.fcmToken)
  await device.forget().catch(() => {})
  await registerDevice()
  return standing
}

/** Takes this device out, and keeps it out. A site that does not answer finds out by the push service. */
export async function turnPushOff(): Promise<void> {
  storage.set(pushOffKey, 'true')
  const token = storage.get(storageKeys.fcmToken)
  storage.remove(storageKeys.fcmToken)
  const farewell = token && authFetch(removeDeviceToken, { body: { token } })
  await Promise.allSettled([farewell, forgetDevice()])
  await lookAtPush()
}

/** The push service lets go of this device: nobody is logged in here any more. */
export const forgetDevice = async (): Promise<void> => (await pushDevice()).forget()
