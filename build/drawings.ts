import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { site } from '#site'
import { escapeHtml } from '../contract/escape-html.ts'
import { dayColours } from '../contract/site-colours.ts'
import type { PageSummary } from '../web/kit/page.ts'
import type { ScenePicture } from '../web/look/picture.ts'
import { installDrawingFonts } from './fonts.ts'
import { reuseOrMakeContent } from './reused-files.ts'
import { findScenePicture } from './scenes.ts'
import { publicBuildFolder, type RendererModule } from './site.ts'

/** Draws the icons, and one Open Graph picture for each page (1200 × 630). */
export async function writeIconsAndSocialPictures(render: RendererModule, sources: PageSummary[]): Promise<void> {
  await installDrawingFonts()
  const { default: sharp } = await import('sharp')
  const png = (svg: string, size: number) =>
    reuseOrMakeContent('icon', [svg, String(size)], () =>
      sharp(Buffer.from(svg), { density: 300 }).resize(size, size).png().toBuffer(),
    )
  const write = (name: string, data: Buffer | string) => writeFile(path.join(publicBuildFolder, name), data)

  const icon = drawIcon(render)
  await write('favicon.svg', icon)
  await write('favicon.ico', ico(await png(icon, 48), 48))
  await write('icon-192.png', await png(icon, 192))
  await write('icon-512.png', await png(icon, 512))
  const maskable = drawIcon(render, true)
  await write('icon-maskable.png', await png(maskable, 512))
  await write('apple-touch-icon.png', await png(maskable, 180))

  await mkdir(path.join(publicBuildFolder, 'og'))
  const scenes = new Map(sources.flatMap(({ path: address, scene }) => (scene ? [[address, scene] as const] : [])))
  for (const page of [...render.pages.filter(({ screen, list }) => !screen && !list), render.notFoundPage]) {
    const words = `<span foreground="${dayColours.ink}" letter_spacing="-1600">${escapeHtml(page.heading ?? page.title)}</span>`
    const ground = backdrop(render, page, scenes)
    await write(
      render.toSocialPicturePath(page),
      await reuseOrMakeContent('og', [words, ground], () => drawTitleOnSocialPicture(words, ground)),
    )
  }
}

/** The space for a title beside the scene, between the group and the name of the site, in pixels. */
const TITLE_SPACE = { width: 660, height: 420 }

/**
 * Draws the Open Graph picture of a page. A title that is too long for TITLE_SPACE is drawn smaller.
 * @param words the title in Pango's markup
 * @param ground the rest of the picture as SVG
 */
export async function drawTitleOnSocialPicture(words: string, ground: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const text = { text: words, font: 'Unbounded Bold 15.5', width: TITLE_SPACE.width, dpi: 260, spacing: 6, rgba: true }
  const title = sharp({ text }).resize({ ...TITLE_SPACE, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await title.png().toBuffer({ resolveWithObject: true })
  const top = Math.round((630 - info.height) / 2)
  const picture = sharp(Buffer.from(ground)).composite([{ input: data, left: 72, top }])
  return picture.png({ palette: true, quality: 90 }).toBuffer()
}

const sky = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${dayColours['sky-1']}"/><stop offset="1" stop-color="${dayColours.page}"/></linearGradient>`

/**
 * Draws the site's icon, the scene `icon`.
 * @param isMaskable whether the icon gets a background, and space around it for launchers that crop it to a circle
 */
function drawIcon(render: RendererModule, isMaskable = false): string {
  const [at, size] = isMaskable ? [11.5, 41] : [0, 64]
  const drawing = render.renderSceneSvg(findScenePicture('icon') as ScenePicture, 'gaming', {
    x: at,
    y: at,
    width: size,
    height: size,
  })
  const ground = isMaskable ? `<defs>${sky}</defs><rect width="64" height="64" fill="url(#sky)"/>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${ground}${drawing}</svg>`
}

/** Draws the sky, the page's scene, its group and the site's name. */
function backdrop(render: RendererModule, page: PageSummary, scenes: Map<string, ScenePicture>): string {
  const picture = scenes.get(page.path) ?? (findScenePicture('lost') as ScenePicture)
  const scene = render.renderSceneSvg(picture, page.subject, { x: 690, y: 115, width: 480, height: 400 })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <defs>${sky}</defs>
    <rect width="1200" height="630" fill="url(#sky)"/>${scene}
    <text x="72" y="96" font-family="Figtree" font-weight="600" font-size="32" fill="${dayColours.soft}">${escapeHtml(page.group ?? '')}</text>
    <text x="72" y="572" font-family="Unbounded" font-weight="700" font-size="34" letter-spacing="-1" fill="${dayColours.ink}">${escapeHtml(site.name)}</text>
  </svg>`
}

/** Builds a Windows icon from one PNG. The icon has a header of 6 bytes and an entry of 16 bytes before the PNG. */
function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
