import { MINUTE_MS } from '#contract/limits.ts'

/** Saves a file that came by a call: a link cannot carry the bearer token, so it is saved from memory. @param name of the file */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Once the download has taken hold of it.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
}
