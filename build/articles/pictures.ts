import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Sharp } from 'sharp'
import type { PictureAsset } from '../../web/articles/picture.tsx'
import { AuthorError } from '../author-error.ts'
import { reuseOrMakeContent } from '../reused-files.ts'
import { contentFolder } from '../site.ts'
import type { ImportedFileWriter } from './imported-file-writer.ts'

/** Matches photographs. A browser without AVIF gets them as JPEG, because PNG would be many times as large. */
const photograph = /\.(jpe?g|heic|webp|avif)$/i

/** The widths of a picture in pixels. A picture is never enlarged. */
const widths = [480, 800, 1400]
const previewWidth = 16
/** The maximum height of a picture in pixels. WebP allows no more. */
const MAX_HEIGHT = 16_383

/**
 * Loads the file of `import x from './flow.svg?picture'` (web/articles/picture.tsx), and writes the picture in several
 * formats and widths. Removes the metadata of the camera, such as the location.
 * @throws {AuthorError} for an animation, and for a file that cannot be read as a picture
 */
export const writePictureVariants = (file: string, output: ImportedFileWriter): Promise<PictureAsset> =>
  nameUnreadable(file, () => writePicture(file, output))

async function writePicture(file: string, output: ImportedFileWriter): Promise<PictureAsset> {
  const bytes = await readFile(file)
  const { width, height } = await readSize(file, bytes)
  const fallback = photograph.test(file) ? 'jpeg' : 'png'
  const widest = Math.min(width, Math.max(...widths), Math.floor((MAX_HEIGHT * width) / height))
  const sizes = [...widths.filter((size) => size < widest), widest]
  const write = async (format: 'avif' | 'jpeg' | 'png', size: number) => {
    const made = await reuseOrMakeContent('picture', [bytes, format, String(size)], async () =>
      encode((await open(bytes)).resize(size), format).toBuffer(),
    )
    return output.writeFile(`${path.parse(file).name}.${format === 'jpeg' ? 'jpg' : format}`, made)
  }
  const writeAll = (format: 'avif' | 'jpeg' | 'png') => Promise.all(sizes.map((size) => write(format, size)))
  const [modern, others] = await Promise.all([writeAll('avif'), writeAll(fallback)])
  const srcset = (files: string[]) => files.map((address, at) => `${address} ${sizes[at]}w`).join(', ')
  return {
    sources: { avif: srcset(modern), [fallback]: srcset(others) },
    img: { src: others.at(-1) ?? '', w: widest, h: Math.round((widest * height) / width) },
    preview: await drawPreview(bytes),
  }
}

/** Calls `read`. @throws {AuthorError} with the name of the file when the picture library cannot read it */
async function nameUnreadable<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    // Rethrows errors of the machine, such as a full disk. They have a `code`, unlike errors of the picture library.
    if (!(error instanceof Error) || error instanceof AuthorError || 'code' in error) throw error
    throw new AuthorError(`${toLabel(file)} is no picture that can be read (${error.message.trim()}).`)
  }
}

const toLabel = (file: string) => `content/${path.relative(contentFolder, file).replaceAll(path.sep, '/')}`

/** Opens a picture and turns it upright. The library is imported here, because it loads slowly and is rarely needed. */
async function open(picture: string | Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(picture).autoOrient()
}

/** Returns the size of a picture in pixels after it is turned upright. @throws {AuthorError} for an animation */
async function readSize(file: string, bytes: Buffer): Promise<{ width: number; height: number }> {
  const metadata = await reuseOrMakeContent('picture-metadata', [bytes], async () => {
    // Counts the delays between frames, because only animations have delays. A HEIC picture may have several pages
    // without being an animation.
    const { autoOrient, delay } = await (await open(bytes)).metadata()
    return Buffer.from(JSON.stringify({ ...autoOrient, frames: delay?.length }))
  })
  const { frames = 1, ...size } = JSON.parse(String(metadata))
  if (frames === 1) return size
  throw new AuthorError(
    `${toLabel(file)} is an animation, of which a page shows only the first of ${frames} frames. Save it as a video, such as ${path.parse(file).name}.mp4.`,
  )
}

const encode = (picture: Sharp, format: 'avif' | 'jpeg' | 'png') =>
  picture.toFormat(format, format === 'avif' ? { effort: 3 } : {})

/**
 * Draws a preview of a picture with 16 × n pixels, as a `data:` address of about 200 characters. The page shows the
 * preview, blurred, until the picture has arrived.
 * @returns undefined for a picture with transparent parts, because the preview would be visible through these parts
 */
async function drawPreview(bytes: Buffer): Promise<string | undefined> {
  const preview = await reuseOrMakeContent('picture-preview', [bytes], async () => {
    const picture = await open(bytes)
    if (!(await picture.stats()).isOpaque) return Buffer.of()
    return picture.resize(previewWidth).webp({ quality: 30 }).toBuffer()
  })
  return preview.length > 0 ? `data:image/webp;base64,${preview.toString('base64')}` : undefined
}

/** The maximum width of a picture as a `data:` address, in pixels. */
const inlineWidth = 960

/**
 * Loads a picture as a `data:` address, for a preview and in development.
 * @throws {AuthorError} for a file that cannot be read as a picture
 */
export const loadPictureAsDataUrl = (file: string): Promise<PictureAsset> =>
  nameUnreadable(file, () => drawInlinePicture(file))

async function drawInlinePicture(file: string): Promise<PictureAsset> {
  const { data, info } = await (await open(file))
    .resize({ width: inlineWidth, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70 })
    .toBuffer({ resolveWithObject: true })
  return {
    sources: {},
    img: { src: `data:image/webp;base64,${data.toString('base64')}`, w: info.width, h: info.height },
  }
}
