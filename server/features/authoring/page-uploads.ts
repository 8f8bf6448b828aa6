import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, parse, relative } from 'node:path'
import type { linkableEndings } from '#contract/file-endings.ts'
import { DAY_MS, PAGE_PICTURE_SIDE_MAX_PX } from '#contract/limits.ts'
import type { Database } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import { Refusal } from '../../http/failures.ts'
import { encodePicture, isAnimation } from '../../http/picture-encoder.ts'
import type { createPageGitClient } from './page-repository.ts'

/** The folder of the files that authors add at the desk, beside the pages. */
const FOLDER = 'uploads'
const NAME_LENGTH_MAX = 40
/** How long an unused upload is kept. An author may put it back into the text, or begin the draft again. */
const UNUSED_UPLOAD_MS = 30 * DAY_MS

/** The endings of the file names by content type, for files that are stored unchanged. */
const endings: Readonly<Record<string, (typeof linkableEndings)[number]>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/ogg': 'ogg',
  'audio/ogg; codecs=opus': 'ogg',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
}

/**
 * Stores a file beside a page. Pictures are encoded again as WebP. The content determines the ending of the file name,
 * and the ending determines the type with which the file is served. The same file with the same name is stored once.
 * @param folder `content/` of the repository
 * @param page the file of the page; undefined for a new page
 * @param name the name of the file on the author's device; the words in it become part of the file name
 * @returns the relative path of the file from the page, and whether the page shows the file itself or a link to the
 * file
 * @throws {Refusal} file_unsupported, picture_unreadable, picture_too_large, busy
 */
export async function storePageUpload(folder: string, page: string | undefined, name: string, file: Uint8Array) {
  // Loaded on first use, because most starts of the server do not need it.
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(file))?.mime ?? ''
  const isPicture = type.startsWith('image/')
  const ending = isPicture ? 'webp' : endings[type]
  if (ending === undefined) throw new Refusal('file_unsupported')
  if (isPicture && (await isAnimation(file)))
    throw new Refusal('file_unsupported', 'This picture moves. Save it as a video, such as an MP4.')
  const bytes = isPicture ? await encodePagePicture(file) : file
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const stored = `${FOLDER}/${toWords(name) || (isPicture ? 'picture' : 'file')}-${hash}.${ending}`
  const path = join(folder, dirname(page ?? ''), stored)
  await mkdir(dirname(path), { recursive: true })
  // The build reads no file whose name begins with a dot.
  const temporary = join(dirname(path), `.${createId()}.tmp`)
  // Without `flush`, a loss of power could leave an empty file, with which the site cannot be built.
  await writeFile(temporary, bytes, { flush: true })
  await rename(temporary, path)
  return { address: `./${stored}`, isShown: !type.startsWith('application/') }
}

const encodePagePicture = (file: Uint8Array): Promise<Buffer> =>
  encodePicture(file, {
    width: PAGE_PICTURE_SIDE_MAX_PX,
    height: PAGE_PICTURE_SIDE_MAX_PX,
    fit: 'inside',
    quality: 90,
  })

/** Returns the words of a file's name, in characters that every file system and every URL can contain. */
function toWords(name: string): string {
  const words = parse(name.normalize('NFKD').replaceAll('\\', '/')).name.toLowerCase()
  const kept = words
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH_MAX)
  return kept.replace(/^-+|-+$/g, '')
}

/** Lists the uploaded files that a page shows or links, by their paths below `content/`. */
export async function listReferencedUploads(folder: string, page: string, source: string): Promise<string[]> {
  const uploads = join(dirname(page), FOLDER)
  const stored = await readdir(join(folder, uploads), { withFileTypes: true }).catch(() => [])
  return stored
    .filter((entry) => entry.isFile() && source.includes(`./${FOLDER}/${entry.name}`))
    .map(({ name }) => join(uploads, name))
}

/** Matches the files of `content/` that can name an upload. */
const textFile = /\.(mdx?|[jt]sx?|ya?ml|json|css)$/

/**
 * Returns the uploads that no file of `content/` names.
 * @param texts further texts that may name an upload
 * @param leftOut a file of `content/` that is not searched
 */
export async function listUnusedUploads(
  folder: string,
  uploads: readonly string[],
  texts: readonly string[],
  leftOut?: string,
): Promise<string[]> {
  const all = [...texts]
  for (const { name, path } of await listFiles(folder))
    if (textFile.test(name) && path !== leftOut) all.push(await readFile(join(folder, path), 'utf8'))
  return uploads.filter((upload) => !all.some((text) => text.includes(basename(upload))))
}

/** Lists the files of `content/` with their names and their paths below it. */
async function listFiles(folder: string): Promise<{ name: string; path: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ name, parentPath }) => ({ name, path: relative(folder, join(parentPath, name)) }))
}

/** Matches the names that `storePageUpload` gives. */
const uploadName = /^[a-z0-9-]+-[0-9a-f]{8}\.[a-z0-9]+$/

/**
 * Deletes the uploads that are older than 30 days, that git does not track, and that neither a file of `content/` nor a
 * draft names. An author may have removed such a file from a draft, or deleted the draft.
 */
export async function deleteUnusedUploads(
  db: Database,
  folder: string,
  { listUntracked }: Pick<ReturnType<typeof createPageGitClient>, 'listUntracked'>,
): Promise<void> {
  const old: string[] = []
  for (const { name, path } of await listFiles(folder)) {
    if (basename(dirname(path)) !== FOLDER || !uploadName.test(name)) continue
    const { mtimeMs } = await stat(join(folder, path))
    if (mtimeMs < Date.now() - UNUSED_UPLOAD_MS) old.push(path)
  }
  if (old.length === 0) return
  const drafts = await db.selectFrom('page_drafts').select('source').execute()
  const unused = await listUnusedUploads(
    folder,
    old,
    drafts.map(({ source }) => source),
  )
  if (unused.length === 0) return
  for (const path of await listUntracked(unused)) await rm(join(folder, path), { force: true })
}
