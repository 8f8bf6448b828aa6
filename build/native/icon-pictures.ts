import { mkdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

interface IconPicture {
  /** The width and height in pixels. */
  size: number
  /** The width of the icon as a share of the picture's width, from 0 to 1. */
  share: number
  /** The background colour. Without it, the background is transparent. */
  ground?: string
  round?: boolean
  /** Draws the icon in white, as notifications require. */
  white?: boolean
}

/** Writes a square PNG file with the site's icon in its middle. */
export async function writeIcon(svg: string, file: string, picture: IconPicture): Promise<void> {
  const { size, share, ground, round = false, white = false } = picture
  const inner = Math.round(size * share)
  const drawn = sharp(Buffer.from(svg), { density: 300 }).resize(inner, inner)
  const icon = white
    ? await drawn.linear([0, 0, 0, 1], [255, 255, 255, 0]).png().toBuffer()
    : await drawn.png().toBuffer()
  const square = sharp({
    create: { width: size, height: size, channels: 4, background: ground ?? '#00000000' },
  }).composite([{ input: icon }, ...(round ? [{ input: circle(size), blend: 'dest-in' as const }] : [])])
  // Apple refuses icons with transparency.
  const opaque = ground && !round
  mkdirSync(path.dirname(file), { recursive: true })
  await (opaque ? sharp(await square.png().toBuffer()).removeAlpha() : square).png().toFile(file)
}

const circle = (size: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="50%" cy="50%" r="50%"/></svg>`,
  )
