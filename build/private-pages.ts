import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { assertNoForbiddenInline } from './prerender.ts'
import { buildWorkFolder, loadPrivateRenderer } from './site.ts'

/**
 * Writes the text of the private pages outside the served files, where only the server reads it (S2.09).
 * @throws when a private page uses a picture or file, since all files are public
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
