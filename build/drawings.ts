import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { site } from '#site'
import { escapeHtml } from '../contract/escape-html.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { installDrawingFonts } from './fonts.ts'
import { type RendererModule, servedFolder } from './site.ts'

/** Draws the icons, and one Open Graph picture for each page (1200 × 630). */
export async function writeDrawings(render: RendererModule): Promise<void> {
  await installDrawingFonts()
  const { default: sharp } = await import('sharp')
  const png = (svg: string, size: number) =>
    sharp(Buffer.from(svg), { density: 300 }).resize(size, size).png().toBuffer()
  const write = (name: string, data: Buffer | string) => writeFile(path.join(servedFolder, name), data)

  const icon = render.drawIcon({ maskable: false })
  await write('favicon.svg', icon)
  await write('favicon.ico', ico(await png(icon, 48), 48))
  await write('icon-192.png', await png(icon, 192))
  await write('icon-512.png', await png(icon, 512))
  const maskable = render.drawIcon({ maskable: true })
  await write('icon-maskable.png', await png(maskable, 512))
  await write('apple-touch-icon.png', await png(maskable, 180))

  await mkdir(path.join(servedFolder, 'og'))
  for (const page of [...render.pages.filter(({ screen, list }) => !screen && !list), render.notFoundPage]) {
    const words = await sharp({
      text: {
        text: `<span foreground="#0c1a2c" letter_spacing="-1600">${escapeHtml(page.heading ?? page.title)}</span>`,
        font: 'Unbounded Bold 15.5',
        width: 660,
        dpi: 260,
        spacing: 6,
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    const top = Math.round((630 - words.info.height) / 2)
    const picture = sharp(Buffer.from(backdrop(render, page))).composite([{ input: words.data, left: 72, top }])
    await write(render.socialPictureOf(page), await picture.png({ palette: true, quality: 90 }).toBuffer())
  }
}

/** Draws the sky, the page's platform, its group and the site's name. */
function backdrop(render: RendererModule, page: PageSummary): string {
  const place = (tag: string) =>
    tag.replace(/ (width|height)="[^"]*"/g, '').replace('<svg', '<svg x="690" y="115" width="480" height="400"')
  const tile = render.drawIllustration(page).replace(/^<svg[^>]*>/, place)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#a9d4f5"/><stop offset="1" stop-color="#f2f8fc"/></linearGradient></defs>
    <rect width="1200" height="630" fill="url(#sky)"/>${tile}
    <text x="72" y="96" font-family="Figtree" font-weight="600" font-size="32" fill="#3c4d63">${escapeHtml(page.group ?? '')}</text>
    <text x="72" y="572" font-family="Unbounded" font-weight="700" font-size="34" letter-spacing="-1" fill="#0c1a2c">${escapeHtml(site.name)}</text>
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
