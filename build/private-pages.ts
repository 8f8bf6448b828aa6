import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CompiledPage } from '../web/articles/text.ts'
import { AuthorError } from './author-error.ts'
import { assertNoForbiddenInline } from './prerender.ts'
import { buildStagingFolder, loadPrivateRenderer } from './site.ts'

/**
 * Writes the text of the private pages outside the served files, where only the server reads it (S2.09).
 * @param texts the texts of the pages, by file
 * @returns the private pages
 * @throws when a private page uses a picture or file, because everybody can load all files of the site
 */
export async function writePrivatePages(
  texts: ReadonlyMap<string, CompiledPage>,
): Promise<{ path: string; file: string; html: string }[]> {
  const { renderPrivateArticlesToHtml } = await loadPrivateRenderer()
  const folder = path.join(buildStagingFolder, 'private')
  await mkdir(folder)
  const pages = renderPrivateArticlesToHtml(texts)
  for (const { path: address, file, html } of pages) {
    if (html.includes('"/assets/')) {
      throw new AuthorError(
        `content/${file} shows a file, and every file of the site is public. A private page holds words.`,
      )
    }
    assertNoForbiddenInline(address, html)
    await writeFile(path.join(folder, `${address.slice(1)}.html`), html)
  }
  return pages
}
