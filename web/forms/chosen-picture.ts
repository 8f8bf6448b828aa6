import { errors } from '#contract/errors.ts'
import { formatFileSize } from '#contract/format-file-size.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { findFileSizeProblem } from './find-file-size-problem.ts'

/** A picture that is chosen but not sent yet. */
export interface ChosenPicture {
  file: File
  /** The content of the file as a `data:` URL, because the Content-Security-Policy allows no blob URL. */
  preview: string
}

/** The types of pictures that the server can read. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

export const pictureHint = `JPEG, PNG, WebP, AVIF or GIF, at most ${formatFileSize(PICTURE_BYTES_MAX)}.`

/** Shown when the browser cannot decode a chosen picture. The browser does not tell why. */
export const UNDECODED_PICTURE_MESSAGE =
  'That picture cannot be shown. It is damaged, or has too many pixels. Choose another one.'

/** Reads a picture that the user has chosen. Returns an error message when the file cannot be used. */
export async function readChosenPicture(file: File): Promise<ChosenPicture | string> {
  if (!pictureTypes.includes(file.type)) return errors.picture_unreadable.message
  const sizeProblem = findFileSizeProblem(file, PICTURE_BYTES_MAX)
  if (sizeProblem) return sizeProblem
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
