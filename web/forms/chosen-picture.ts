import { errors } from '#contract/errors.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'

/** A picture that has been chosen and is not sent yet. */
export interface ChosenPicture {
  file: File
  /** As an address that holds the file itself: the policy allows no other. */
  preview: string
}

/** What the server can read. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

const MEGABYTE = 1024 * 1024

/** The size of a file in words: 12 kB, 1.5 MB. */
export const sizeOf = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1024)} kB` : `${Number((bytes / MEGABYTE).toFixed(1))} MB`

/** What may be chosen, in words. */
export const pictureHint = `JPEG, PNG, WebP, AVIF or GIF, at most ${sizeOf(PICTURE_BYTES_MAX)}.`

/** A file that somebody has chosen as a picture; or why it cannot be one, in words. */
export async function choosePicture(file: File): Promise<ChosenPicture | string> {
  if (!pictureTypes.includes(file.type)) return errors.picture_unreadable.message
  if (file.size > PICTURE_BYTES_MAX)
    return `That picture is too large. Choose one of at most ${sizeOf(PICTURE_BYTES_MAX)}.`
  const preview = await readAsAddress(file).catch(() => null)
  return preview ? { file, preview } : 'That file could not be read. Choose it again, or another one.'
}

const readAsAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
