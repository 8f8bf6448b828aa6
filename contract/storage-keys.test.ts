import { expect, test } from 'vitest'
import { fcmDismissedKey, storageKeys } from './storage-keys.ts'

test('S3.07 local storage uses the specified keys for the two tokens, the tools, the push token and the push banner', () => {
  expect(storageKeys).toEqual({
    accessToken: 'accessToken',
    refreshToken: 'refreshToken',
    authToken: 'authToken',
    fcmToken: 'fcm_token',
  })
  expect(fcmDismissedKey).toBe('fcm_dismissed')
})
