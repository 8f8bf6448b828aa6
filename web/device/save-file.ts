import { MINUTE_MS } from '#contract/limits.ts'

/**
 * Saves a fetched file to the device. A plain link could not fetch it, because it sends no bearer token.
 * @param name the name of the saved file
 */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download needs the object URL until it has started.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
}
