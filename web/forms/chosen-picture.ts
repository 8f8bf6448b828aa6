import { errors } from '#contract/errors.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'

/** A picture that is chosen but not sent yet. */
export interface ChosenPicture {
  file: File
  /** The content of the file as a `data:` URL, because the Content-Security-Policy allows no blob URL. */
  preview: string
}

/** The types of pictures that the server can read. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

const MEGABYTE = 1024 * 1024

/** Formats the size of a file: "12 kB", "1.5 MB". */
export const formatFileSize = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1024)} kB` : `${Number((bytes / MEGABYTE).toFixed(1))} MB`

export const pictureHint = `JPEG, PNG, WebP, AVIF or GIF, at most ${formatFileSize(PICTURE_BYTES_MAX)}.`

/** Reads a picture that the user has chosen. Returns an error message when the file cannot be used. */
export async function readChosenPicture(file: File): Promise<ChosenPicture | string> {
  if (!pictureTypes.includes(file.type)) return errors.picture_unreadable.message
  if (file.size > PICTURE_BYTES_MAX)
    return `That picture is too large. Choose one of at most ${formatFileSize(PICTURE_BYTES_MAX)}.`
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
