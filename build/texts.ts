import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toPageTextPath } from '../contract/page-path.ts'
import type { CompiledPage } from '../web/articles/text.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { addImportedFilesToCompiledText, type CompiledTextsByFile } from './articles/compile-text.ts'
import { publicFileWriter } from './articles/imported-files.ts'
import { hashForFileName } from './fingerprint.ts'
import { publicBuildFolder } from './site.ts'

/**
 * Writes the texts of the public pages for browsers, with the files that they show.
 * @param bundles the hash of the bundles
 * @returns the texts of all pages by file; a page with code of its own has none
 */
export async function writeCompiledPageJson(
  pages: readonly PageSummary[],
  compiled: CompiledTextsByFile,
  bundles: string,
): Promise<Map<string, CompiledPage>> {
  const texts = new Map<string, CompiledPage>()
  await mkdir(path.join(publicBuildFolder, 'texts'), { recursive: true })
  for (const page of pages) {
    const source = compiled.get(page.file)
    if (!source) continue
    const text = { ...(await addImportedFilesToCompiledText(page, source, publicFileWriter)), bundles }
    const hashed = { ...text, hash: hashForFileName(JSON.stringify(text)) }
    texts.set(page.file, hashed)
    if (page.private) continue
    const target = path.join(publicBuildFolder, toPageTextPath(page.path))
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, JSON.stringify(hashed))
  }
  return texts
}
