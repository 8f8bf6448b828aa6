import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toTextPath } from '../contract/page-path.ts'
import type { Text } from '../web/articles/text.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { compileTexts, completeText } from './articles/compile-text.ts'
import { buildOutput } from './articles/imported-files.ts'
import { publicBuildFolder } from './site.ts'

/**
 * Writes the texts of the public pages for browsers, with the files that they show.
 * @param bundles the hash of the bundles
 * @returns the texts of all pages by file; a page with code of its own has none
 */
export async function writeTexts(pages: readonly PageSummary[], bundles: string): Promise<Map<string, Text>> {
  const compiled = await compileTexts(pages)
  const texts = new Map<string, Text>()
  await mkdir(path.join(publicBuildFolder, 'texts'), { recursive: true })
  for (const page of pages) {
    const source = compiled.get(page.file)
    if (!source) continue
    const text = { ...(await completeText(page, source, buildOutput)), bundles }
    const hash = createHash('sha256').update(JSON.stringify(text)).digest('base64url').slice(0, 8)
    texts.set(page.file, { ...text, hash })
    if (page.private) continue
    const target = path.join(publicBuildFolder, toTextPath(page.path))
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, JSON.stringify({ ...text, hash }))
  }
  return texts
}
