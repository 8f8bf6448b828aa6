import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hashFiles, listFiles } from './fingerprint.ts'
import { siteConfigFile, siteFolder } from './site.ts'

const root = path.resolve(import.meta.dirname, '..')
/** The folder of files that earlier builds have made. */
const folder = path.join(root, 'node_modules/.cache/made', path.basename(siteFolder))
/**
 * The hash of the tools that make files: Node, the packages, the code of the build, and the site's configuration. When
 * one of them changes, the files are made again.
 */
const tools = createHash('sha256')
for (const input of [
  process.version,
  readFileSync(path.join(root, 'package-lock.json')),
  readFileSync(siteConfigFile),
  hashFiles(['build', 'contract'].flatMap((name) => listFiles(name)).filter((file) => !file.includes('.test.'))),
])
  tools.update(`${input.length}\0`).update(input)

/** The files that this build uses, by their names. */
const used = new Map<string, Promise<Buffer>>()

/**
 * Returns the content that `make` creates from some inputs. Calls `make` only when no earlier build has stored this
 * content. Most files of a site stay the same from one build to the next.
 * @param kind the kind of the file, a word
 * @param inputs all that the file depends on besides the packages, the code of the build and the site's configuration
 */
export function reuseOrMakeContent(
  kind: string,
  inputs: readonly (string | Uint8Array)[],
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const hash = tools.copy()
  for (const input of inputs) hash.update(`${input.length}\0`).update(input)
  const name = `${kind}-${hash.digest('hex').slice(0, 32)}`
  const file = used.get(name) ?? readOrMake(path.join(folder, name), make)
  used.set(name, file)
  return file
}

async function readOrMake(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const former = await readFile(file).catch(() => null)
  // A loss of power can leave an empty file.
  if (former?.length) return former
  const made = await make()
  await mkdir(folder, { recursive: true })
  // Another build of the site may write the same file.
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, made)
  await rename(temporary, file)
  return made
}

/** Deletes the files of earlier builds that this build has not used. */
export async function deleteUnusedCacheFiles(): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (!used.has(name)) await rm(path.join(folder, name), { force: true })
}
