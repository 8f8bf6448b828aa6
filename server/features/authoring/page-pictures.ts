import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { PAGE_PICTURE_SIDE_MAX_PX } from '#contract/limits.ts'
import { createId } from '../../db/ids.ts'
import { encodePicture } from '../../http/picture-encoder.ts'

/** The folder of the pictures that authors add at the desk, beside the pages. */
const FOLDER = 'uploads'
const NAME_LENGTH_MAX = 40

/**
 * Stores a picture beside a page, encoded again as WebP. The same picture with the same name is stored once.
 * @param folder `content/` of the repository
 * @param page the file of the page; undefined for a new page
 * @param name the name of the picture on the author's device; the words in it become part of the file name
 * @returns the relative path of the picture from the page
 * @throws {Refusal} picture_unreadable, busy
 */
export async function addPagePicture(folder: string, page: string | undefined, name: string, file: Uint8Array) {
  const size = {
    width: PAGE_PICTURE_SIDE_MAX_PX,
    height: PAGE_PICTURE_SIDE_MAX_PX,
    fit: 'inside',
    quality: 90,
  } as const
  const bytes = await encodePicture(file, size)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const stored = `${FOLDER}/${toWords(name)}-${hash}.webp`
  const path = join(folder, dirname(page ?? ''), stored)
  await mkdir(dirname(path), { recursive: true })
  // The build reads no file that begins with a dot.
  const temporary = join(dirname(path), `.${createId()}.tmp`)
  await writeFile(temporary, bytes)
  await rename(temporary, path)
  return `./${stored}`
}

/** Returns the words of a file's name, in characters that every file system and every URL can contain. */
function toWords(name: string): string {
  const words = parse(name.normalize('NFKD').replaceAll('\\', '/')).name.toLowerCase()
  const kept = words
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH_MAX)
  return kept.replace(/^-+|-+$/g, '') || 'picture'
}

/** Lists the uploaded pictures that a page shows, by their paths below `content/`. */
export async function listUploadedPictures(folder: string, page: string, source: string): Promise<string[]> {
  const uploads = join(dirname(page), FOLDER)
  const stored = await readdir(join(folder, uploads)).catch(() => [])
  return stored.filter((name) => source.includes(`./${FOLDER}/${name}`)).map((name) => join(uploads, name))
}
