import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { assertNoForbiddenInline } from './prerender.ts'
import { buildWorkFolder, loadPrivateRenderer } from './site.ts'

/**
 * Writes the words of every private page beside the files that are served, where only the server reads them (S2.09).
 * @throws when one shows a picture or another file: every file of the site is public
 */
export async function writePrivatePages(): Promise<void> {
  const { renderPrivatePages } = await loadPrivateRenderer()
  const folder = path.join(buildWorkFolder, 'private')
  await mkdir(folder)
  for (const { path: address, file, html } of renderPrivatePages()) {
    if (html.includes('"/assets/')) {
      throw new Error(`content/${file} shows a file, and every file of the site is public. A private page holds words.`)
    }
    assertNoForbiddenInline(address, html)
    await writeFile(path.join(folder, `${address.slice(1)}.html`), html)
  }
}
