import { expect, test } from 'vitest'
import { pushBannerDismissedKey, userStorageKeys } from './storage-keys.ts'

test('S3.07 local storage uses the specified keys for the two tokens, the tools, the push token and the push banner', () => {
  expect(userStorageKeys).toEqual({
    accessToken: 'accessToken',
    refreshToken: 'refreshToken',
    authToken: 'authToken',
    fcmToken: 'fcm_token',
  })
  expect(pushBannerDismissedKey).toBe('fcm_dismissed')
})
