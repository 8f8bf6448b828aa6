import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { decodePercentEncoding } from '../../contract/page-path.ts'
import { hashForFileName } from '../fingerprint.ts'
import { publicBuildFolder } from '../site.ts'
import { writeHighlightedCodeFile } from './code-files.ts'
import type { ImportedFileWriter } from './imported-file-writer.ts'
import { loadPictureAsDataUrl, writePictureVariants } from './pictures.ts'

/**
 * Creates a writer that writes files, copies and pictures with the function `write`. Makes their names safe in a URL
 * and in `srcset`, and removes dots at the start, which would hide the files.
 */
function createFileWriter(write: ImportedFileWriter['writeFile']): ImportedFileWriter {
  const output: ImportedFileWriter = {
    writeFile: (name, bytes) => write(name.replace(/^\.+/, '').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-'), bytes),
    copyFile: async (file) => output.writeFile(path.basename(file), await readFile(file)),
    loadPicture: (file) => writePictureVariants(file, output),
  }
  return output
}

/** Writes served files, with a hash in each file name. */
export const publicFileWriter = createFileWriter(async (name, bytes) => {
  const { name: word, ext } = path.parse(name)
  const address = `/assets/${word}-${hashForFileName(bytes)}${ext}`
  const file = path.join(publicBuildFolder, address)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, bytes)
  return address
})

/** Returns URLs without writing files, for development and previews. */
export const inlineFileWriter: ImportedFileWriter = {
  copyFile: async (file) => `/@fs${encodeURI(file).replace(/[#?]/g, encodeURIComponent)}`,
  writeFile: async (_name, bytes) => `data:application/json,${encodeURIComponent(String(bytes))}`,
  loadPicture: loadPictureAsDataUrl,
}

/** Matches what a text may import: a picture, a file of code, or the URL of any file or of a part of it. */
const importedFile = /^(?<file>.*)\?(?<kind>picture|code(?==|$)|url)(?<part>#.*)?/

/**
 * Returns whether an import of a page is a file that the page can show, and not code.
 * @param source the path in the import
 */
export const isFileImport = (source: string): boolean => source.startsWith('.') && importedFile.test(source)

/**
 * Outputs an imported file, and returns the value that its component gets.
 * @param source the path, with `?picture`, `?code` or `?url`
 */
export async function outputImportedFile(source: string, output: ImportedFileWriter): Promise<unknown> {
  const { file = '', kind, part = '' } = importedFile.exec(source)?.groups ?? {}
  if (kind === 'picture') return output.loadPicture(file)
  return kind === 'url' ? (await output.copyFile(file)) + part : writeHighlightedCodeFile(source, output)
}

/** The start of a module id. The encoded path follows it, so that no other plugin recognises and compiles the file. */
const prefix = '\0imported-file:'

/**
 * Loads the files that a page with code of its own imports. In development, also serves the files with `#` or `?` in
 * their paths, because Vite does not decode these two signs.
 */
export function loadImportedFilesPlugin(): Plugin {
  let isBuild = true
  return {
    name: 'imported-files',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    async configureServer({ middlewares, config }) {
      const { isFileLoadingAllowed } = await import('vite')
      middlewares.use('/@fs', ({ url = '' }, response, next) => {
        const file = path.resolve(decodePercentEncoding(url.replace(/\?.*$/, '')))
        if (!/[#?]/.test(file) || !isFileLoadingAllowed(config, file)) return next()
        readFile(file).then(
          (bytes) => response.end(bytes),
          () => next(),
        )
      })
    },
    resolveId: (source, importer = '') =>
      isFileImport(source) ? prefix + encodeURIComponent(path.resolve(path.dirname(importer), source)) : undefined,
    async load(id) {
      if (!id.startsWith(prefix)) return
      const source = decodeURIComponent(id.slice(prefix.length))
      this.addWatchFile(source.replace(/\?.*$/, ''))
      const bundle = createFileWriter(
        async (name, bytes) =>
          `__VITE_ASSET__${this.emitFile({ type: 'asset', name, source: new Uint8Array(bytes) })}__`,
      )
      return `export default ${JSON.stringify(await outputImportedFile(source, isBuild ? bundle : inlineFileWriter))}`
    },
  }
}
