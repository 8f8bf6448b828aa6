import pLimit from 'p-limit'
import type { Sharp } from 'sharp'
import { Refusal } from './failures.ts'

/** What may be decoded; the code for every other format (SVG, PDF, TIFF …) is switched off. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)
/** A small file can say that it is huge. No phone's picture of 5 MiB has more than 50 million pixels. */
const PIXELS_MAX = 50_000_000
const DECODING_SECONDS_MAX = 10

/** One at a time: each may need 200 MB for a moment. */
const turn = pLimit(1)
/** Each of those who wait holds its file. */
const WAITING_MAX = 10

/** In pixels. */
interface PictureSize {
  width: number
  height: number
}

/** Loaded when first needed: most starts never do. */
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
 * Makes a picture anew: upright, cropped to a size in pixels, the first frame only, as WebP. Nothing of the file survives
 * but what can be seen: no place, no camera, nothing hidden behind the picture. Off the main thread.
 * @param file a JPEG, PNG, WebP, AVIF or GIF, whatever it calls itself
 * @throws {Refusal} picture_unreadable, busy when too many wait
 */
export async function encodePicture(file: Uint8Array, size: PictureSize): Promise<Buffer> {
  if (turn.pendingCount >= WAITING_MAX) throw new Refusal('busy', undefined, 10)
  loading ??= loadSharp()
  const sharp = await loading
  return turn(async () => {
    try {
      const picture = sharp(file, { limitInputPixels: PIXELS_MAX, failOn: 'error', autoOrient: true })
      return await cropped(picture, size)
    } catch {
      throw new Refusal('picture_unreadable')
    }
  })
}

const cropped = (picture: Sharp, { width, height }: PictureSize): Promise<Buffer> =>
  picture
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .webp({ quality: 82 })
    .timeout({ seconds: DECODING_SECONDS_MAX })
    .toBuffer()
