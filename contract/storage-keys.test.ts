import { expect, test } from 'vitest'
import { fcmDismissedKey, storageKeys } from './storage-keys.ts'

test('S3.07 local storage uses the keys of the access token, refresh token, fcm_token, authToken and fcm_dismissed', () => {
  expect(storageKeys).toEqual({
    accessToken: 'accessToken',
    refreshToken: 'refreshToken',
    authToken: 'authToken',
    fcmToken: 'fcm_token',
  })
  expect(fcmDismissedKey).toBe('fcm_dismissed')
})
