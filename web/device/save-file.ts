import { MINUTE_MS } from '#contract/limits.ts'

/** Saves a file that was fetched by a call, because a link cannot send the bearer token. @param name of the file */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download needs the address until it has started.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
}
