import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { site as author } from '#site'
import { toDocumentName } from '../contract/page-path.ts'
import { renderHead } from '../web/kit/head-html.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { type BundleManifest, listBundleFiles, moduleOfScreen } from './manifest.ts'
import { type RenderedPage, type RendererModule, servedFolder } from './site.ts'

/** The hashes of a page's inline blocks for the Content-Security-Policy. */
export interface InlineHashes {
  scripts: string[]
  styles: string[]
}

/**
 * Writes every page as a complete HTML file with metadata, preloaded fonts and an inlined style sheet, because loading
 * a style sheet from a file would cost a round trip.
 * @returns the pages, and the hashes of the inline blocks, which are equal on all pages
 */
export async function prerenderPages(
  site: RendererModule,
  manifest: BundleManifest,
): Promise<{ rendered: RenderedPage[]; hashes: InlineHashes }> {
  const { template, style } = await readTemplate()
  const rendered: RenderedPage[] = []
  for (const page of [...site.pages, site.notFoundPage]) {
    const html = await site.renderPage(page)
    assertNoForbiddenInline(page.path, html)
    const sheets = [`<style>${style}</style>`, ...sheetsOf(page, manifest)]
    const head = [renderHead(site.headOf(page)), ...sheets].join('\n')
    const document = template
      .replace(/<html [^>]*(?=>)/, (start) => (page.screen ? `${start} data-app="now"` : start))
      .replace('<!--head-->', () => head)
      .replace('<!--app-->', () => html)
    const file = path.join(servedFolder, `${toDocumentName(page.path)}.html`)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, document)
    if (page !== site.notFoundPage) rendered.push({ page, html })
  }
  const scripts = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => hash(text ?? ''))
  return { rendered, hashes: { scripts, styles: [hash(style)] } }
}

/**
 * Writes the version into every page, for error reports of the page. This step runs last, because the version is a hash
 * of all files, including the pages without the version.
 */
export async function writeVersionIntoPages(version: string): Promise<void> {
  for (const name of await readdir(servedFolder, { recursive: true })) {
    if (!name.endsWith('.html')) continue
    const file = path.join(servedFolder, name)
    const html = await readFile(file, 'utf8')
    await writeFile(
      file,
      html.replace('<meta name="version" content="">', `<meta name="version" content="${version}">`),
    )
  }
}

/** Checks the HTML of a page. @throws when the Content-Security-Policy would refuse a part of it */
export function assertNoForbiddenInline(address: string, html: string): void {
  if (/<script|\sstyle=/.test(html)) throw new Error(`${address} holds a script or a style that the policy refuses`)
}

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/**
 * Reads the bundler's index.html and the style sheet, which is inlined into every page. The script of index.html
 * preloads the fonts unless a round trip takes 150 ms or more. On such a slow network, fonts would arrive after the
 * first paint and only delay it.
 */
async function readTemplate() {
  const template = await readFile(path.join(servedFolder, 'index.html'), 'utf8')
  const assets = path.join(servedFolder, 'assets')
  const sheet = (await readdir(assets)).find((name) => /^style-.*\.css$/.test(name))
  if (!sheet) throw new Error('The bundler has written no style sheet')
  const style = (await readFile(path.join(assets, sheet), 'utf8')).trim()
  await rm(path.join(assets, sheet))
  const fonts = [...new Set(style.match(/\/assets\/(?:unbounded|figtree)-used[\w.-]+\.woff2/g))]
  const named = template
    .replace('lang="en"', `lang="${author.language}"`)
    .replace('<!--fonts-->', `<meta name="fonts" content="${fonts.join(' ')}">`)
  return { template: named, style }
}

/** The style sheets of a screen, linked in the head, so that the HTML is never shown without them. */
const sheetsOf = ({ screen }: PageSummary, manifest: BundleManifest): string[] =>
  screen
    ? listBundleFiles(manifest, [moduleOfScreen(screen)])
        .filter((file) => file.endsWith('.css'))
        .map((file) => `<link rel="stylesheet" href="${file}">`)
    : []
