import { MINUTE_MS } from '#contract/limits.ts'
import { ApiError } from '../api/problem.ts'
import { nativePlatform } from './native.ts'

/**
 * Saves a fetched file to the device. A plain link could not fetch it, because it sends no bearer token.
 * @param name the name of the saved file
 * @throws {ApiError} in the native app, whose web view ignores downloads
 */
export function saveFile(file: Blob, name: string): void {
  if (nativePlatform)
    throw new ApiError({ code: null, message: 'The app cannot save files. Open this page in your browser.' }, 0)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download needs the object URL until it has started.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
}
