import sharp from 'sharp'
import type { Plugin } from 'vite'
import { imagetools } from 'vite-imagetools'

/** Files that are photographs. A browser without AVIF gets them as JPEG, because PNG would be many times as large. */
const photograph = /\.(jpe?g|heic|webp|avif)\?/i

const previewWidth = 16

/** The browser's bundle and the renderer's contain the same pictures. Each preview is drawn once for both. */
const previews = new Map<string, Promise<string | undefined>>()

/**
 * Draws a picture with 16 × n pixels, as a `data:` URL of about 200 characters. The page shows it, blurred, until the
 * picture has arrived.
 * @returns undefined for a picture with transparent parts, through which the preview would be seen
 */
async function drawPreview(file: string): Promise<string | undefined> {
  const picture = sharp(file).autoOrient()
  if (!(await picture.stats()).isOpaque) return undefined
  const bytes = await picture.resize(previewWidth).webp({ quality: 30 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

/**
 * Handles `import x from './flow.svg?picture'`: see web/articles/picture.tsx. Removes the camera's metadata, such as
 * the location.
 */
export function listPicturePlugins(): Plugin[] {
  const sizes = imagetools({
    include: /\?picture-files$/,
    defaultDirectives: (url) => {
      const fallback = photograph.test(url.href) ? 'jpg' : 'png'
      return new URLSearchParams({ format: `avif;${fallback}`, w: '480;800;1400', effort: '3', as: 'picture' })
    },
  }) as Plugin
  const previewed: Plugin = {
    name: 'picture',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('?picture')) return
      const file = id.slice(0, -'?picture'.length)
      const preview = previews.get(file) ?? drawPreview(file)
      previews.set(file, preview)
      return `import files from ${JSON.stringify(`${file}?picture-files`)}\nexport default { ...files, preview: ${JSON.stringify(await preview)} }`
    },
  }
  return [previewed, sizes]
}

/** The width of pictures in a preview, in pixels. */
const inlineWidth = 960

/** Encodes a picture as a `data:` URL. Returns the same kind of object as an import with `?picture`. */
export async function encodeInlinePicture(file: string) {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ width: inlineWidth, withoutEnlargement: true })
    .webp({ quality: 70 })
    .toBuffer({ resolveWithObject: true })
  return {
    sources: {},
    img: { src: `data:image/webp;base64,${data.toString('base64')}`, w: info.width, h: info.height },
  }
}
