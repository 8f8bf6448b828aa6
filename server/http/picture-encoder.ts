import pLimit from 'p-limit'
import type { Sharp } from 'sharp'
import { isRefusal, Refusal } from './failures.ts'

/** The decoders that are switched on; those of all other formats (SVG, PDF, TIFF …) are off. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)
/**
 * The largest picture that is decoded, because a small file can declare a huge picture. A picture of at most 5 MiB from
 * a phone has fewer pixels.
 */
const PIXELS_MAX = 50_000_000
const DECODING_SECONDS_MAX = 10

/** One picture at a time, because each may need 200 MB for a moment. */
const queue = pLimit(1)
/** The longest queue; each waiting call holds its file in memory. */
const WAITING_MAX = 10

interface PictureSize {
  width: number
  height: number
  /** `cover` crops the picture to the size. `inside` shrinks a larger picture until it fits into the size. */
  fit?: 'cover' | 'inside'
  /** The quality of WebP, up to 100. */
  quality?: number
}

/** The library, loaded at its first use, because most processes never need it. */
let loading: ReturnType<typeof loadSharp> | undefined
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Encodes the first frame of a picture again as WebP: upright, and in the given size in pixels. All other data of the
 * file, such as the location and the camera, is removed. Runs off the main thread.
 * @param file a JPEG, PNG, WebP, AVIF or GIF, whatever its name
 * @throws {Refusal} picture_unreadable, picture_too_large; busy when too many pictures are waiting
 */
export async function encodePicture(file: Uint8Array, size: PictureSize): Promise<Buffer> {
  if (queue.pendingCount >= WAITING_MAX) throw new Refusal('busy', undefined, 10)
  loading ??= loadSharp()
  const sharp = await loading
  return queue(async () => {
    try {
      // Reads the header first, because the decoder gives the same error for a too large and for a broken picture.
      const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
      if (width * height > PIXELS_MAX) throw new Refusal('picture_too_large')
      const picture = sharp(file, { limitInputPixels: PIXELS_MAX, failOn: 'error', autoOrient: true })
      return await resized(picture, size)
    } catch (error) {
      throw isRefusal(error) ? error : new Refusal('picture_unreadable')
    }
  })
}

/** Returns whether a picture is an animation of several frames. Returns false for a file that is no picture. */
export async function isAnimation(file: Uint8Array): Promise<boolean> {
  loading ??= loadSharp()
  const sharp = await loading
  const read = sharp(file, { limitInputPixels: PIXELS_MAX }).metadata()
  return read.then(
    // Only an animation has delays. The number of pages is no proof, because a HEIC file may have several pages.
    ({ delay = [] }) => delay.length > 1,
    () => false,
  )
}

const resized = (picture: Sharp, { width, height, fit = 'cover', quality = 82 }: PictureSize): Promise<Buffer> =>
  picture
    .resize(width, height, { fit, position: 'attention', withoutEnlargement: fit === 'inside' })
    .webp({ quality })
    .timeout({ seconds: DECODING_SECONDS_MAX })
    .toBuffer()
