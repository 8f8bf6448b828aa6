import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { registerDevice as postDevice, removeDeviceToken } from '#contract/push.ts'
import { pushOffKey, userStorageKeys } from '#contract/storage-keys.ts'
import { authFetch, FailedResponseError } from '../api/api.ts'
import { getSessionChangeCount } from '../api/tokens.ts'
import { loadPushDevice } from './push-device.ts'
import type { PushPermission } from './push-device-api.ts'
import { onStorageChangedElsewhere, storage } from './storage.ts'

interface Push {
  /** The permission on this device; null until it is read. */
  standing: PushPermission | null
  /** Whether the reader turned push off on this device. The permission does not show this. */
  off: boolean
  /** The number of registrations since the page was loaded. */
  registrations: number
}

export const usePushState = create<Push>(() => ({ standing: null, off: false, registrations: 0 }))

export async function refreshPushState(): Promise<PushPermission> {
  const standing = await (await loadPushDevice()).standing()
  usePushState.setState({ standing, off: storage.get(pushOffKey) === 'true' })
  return standing
}

let watching = false

export async function keepPushStateUpdated(): Promise<void> {
  if (!watching) {
    watching = true
    // The reader may turn push off in another tab. Without this listener, a later registration would turn push on
    // again.
    onStorageChangedElsewhere((key) => (key === pushOffKey || key === null) && refreshPushState().catch(() => {}))
    ;(await loadPushDevice()).onChange(refreshPushState)
  }
  await refreshPushState()
}

/** Keeps the state of push updated. @returns whether the device can be registered */
export function useIsPushReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    keepPushStateUpdated().catch(logPushFailure)
    const wait = async () => (await loadPushDevice()).ready()
    wait().then(() => setReady(true), logPushFailure)
  }, [])
  return isReady
}

/** Logs a failure without showing it (S8.10). */
export const logPushFailure = (error: unknown): void => console.info('Push failed', error)

let registering: Promise<void> = Promise.resolve()

/**
 * Registers the device, so that it gets the messages for this reader (S7.11). A token that was sent before is not sent
 * again (S5.06).
 * @throws the error of a call, and the device's error when it has no token
 */
export function registerDeviceToken(): Promise<void> {
  registering = registering.catch(() => {}).then(register)
  return registering
}

async function register(): Promise<void> {
  const session = getSessionChangeCount()
  const device = await (await loadPushDevice()).token()
  if (device.token === storage.get(userStorageKeys.fcmToken)) return
  const response = await authFetch(postDevice, { body: device })
  if (!response?.ok) throw response ? new FailedResponseError(response) : new Error('Nobody is logged in.')
  // The token was registered for an earlier session, so it must not count as registered for the current session.
  if (session !== getSessionChangeCount()) return
  storage.set(userStorageKeys.fcmToken, device.token)
  usePushState.setState(({ registrations }) => ({ registrations: registrations + 1 }))
}

/**
 * Asks for the permission, unless it was given before, and registers the device.
 * @returns the permission, which the user may have refused
 * @throws the errors of registerDeviceToken
 */
export async function turnPushOn(): Promise<PushPermission> {
  storage.remove(pushOffKey)
  const device = await loadPushDevice()
  if ((await device.standing()) === 'default') await device.ask()
  const standing = await refreshPushState()
  if (standing !== 'granted') return standing
  // The site or the push service may have lost the earlier registration, so the device registers again.
  storage.remove(userStorageKeys.fcmToken)
  await device.forget().catch(() => {})
  await registerDeviceToken()
  return standing
}

/**
 * Removes the registration of this device. When the call to the site fails, the site later learns from the push service
 * that the registration has ended.
 */
export async function turnPushOff(): Promise<void> {
  storage.set(pushOffKey, 'true')
  const token = storage.get(userStorageKeys.fcmToken)
  storage.remove(userStorageKeys.fcmToken)
  const removal = token && authFetch(removeDeviceToken, { body: { token } })
  await Promise.allSettled([removal, endPushServiceRegistration()])
  await refreshPushState()
}

/** Ends the registration at the push service. Called after a logout. */
export const endPushServiceRegistration = async (): Promise<void> => (await loadPushDevice()).forget()
