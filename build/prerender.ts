import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { site as author } from '#site'
import type { BuildDescription } from '../contract/build-description.ts'
import { pathToDocumentName } from '../contract/page-path.ts'
import type { CompiledPage } from '../web/articles/text.ts'
import { renderHead } from '../web/kit/head-html.ts'
import { type BundleManifest, listModuleFiles, toScreenModuleName } from './manifest.ts'
import { escapeNonAsciiCss, pickMatchingRules, splitCommonLayers } from './page-style.ts'
import { reuseOrMakeContent } from './reused-files.ts'
import { publicBuildFolder, type RenderedPageContent, type RendererModule } from './site.ts'

interface BuiltParts {
  manifest: BundleManifest
  /** The texts by the file of their page. */
  texts: ReadonlyMap<string, CompiledPage>
  /** The hash of the bundles. */
  bundles: string
}

/**
 * Writes every page as a complete HTML file with its metadata and CSS. A page of content contains only the CSS rules
 * that its elements need, which saves a round trip; the application loads the whole style sheet later. A screen links
 * the whole style sheet at once, because the server and scripts add elements that may need any rule. The layers reset
 * and look, which contain the fonts, are in every page and not in the style sheet. If the style sheet contained them,
 * too, the browser would load the fonts again, and compute the style of every element again while the reader scrolls.
 * @returns the pages, and the hashes of the inline blocks of all pages
 */
export async function prerenderPages(
  site: RendererModule,
  { manifest, texts, bundles }: BuiltParts,
): Promise<{ rendered: RenderedPageContent[]; hashes: BuildDescription['csp'] }> {
  const { sheet, style } = await readStyle(manifest)
  const { common, rest } = splitCommonLayers(style)
  await writeFile(sheet, rest)
  const template = await readTemplate(common)
  const pages: RenderedPageContent[] = []
  for (const page of [...site.pages, site.notFoundPage]) {
    // The HTML of a page depends only on its text and on the bundles, which contain the renderer and the page list.
    const text = texts.get(page.file)
    const html = await reuseOrMakeContent('page', [bundles, page.path, JSON.stringify(text ?? null)], async () =>
      Buffer.from(await site.renderPage(page, text)),
    ).then(String)
    assertNoForbiddenInline(page.path, html)
    pages.push({ page, html })
  }
  const isHome = ({ page }: RenderedPageContent) => page.path === '/'
  const content = pages.filter(({ page }) => !page.screen)
  const pickFor = (some: RenderedPageContent[]) => common + pickMatchingRules(rest, some)
  const home = pickFor(content.filter(isHome))
  const article = pickFor(content.filter((each) => !isHome(each)))
  const attributesOf = ({ page }: RenderedPageContent) => {
    const text = page.private ? undefined : texts.get(page.file)
    return ` data-bundles="${bundles}"${page.screen ? ' data-app="now"' : text ? ` data-text="${text.hash}"` : ''}`
  }
  for (const each of pages) {
    const { page, html } = each
    const sheets = page.screen
      ? [`<style>${common}</style>`, ...linkStyles(manifest, [APPLICATION, toScreenModuleName(page.screen)])]
      : [`<style>${isHome(each) ? home : article}</style>`]
    const head = [renderHead(site.buildHeadElements(page)), ...sheets].join('\n')
    const document = template
      .replace(/<html [^>]*(?=>)/, (start) => `${start}${attributesOf(each)}`)
      .replace('<!--head-->', () => head)
      .replace('<!--app-->', () => html)
    const file = path.join(publicBuildFolder, `${pathToDocumentName(page.path)}.html`)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, document)
  }
  const scripts = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => hash(text ?? ''))
  return {
    rendered: pages.filter(({ page }) => page !== site.notFoundPage),
    hashes: { scripts, styles: [common, home, article].map(hash) },
  }
}

/** Matches a script, and a tag with the attribute `style`. In texts and attribute values, React escapes `<` and `"`. */
const forbiddenInline = /<(script|(?:[^<>"]|"[^"]*")*?\sstyle=)/i

/** Checks the HTML of a page. @throws when the Content-Security-Policy would refuse a part of it */
export function assertNoForbiddenInline(address: string, html: string): void {
  if (forbiddenInline.test(html)) throw new Error(`${address} holds a script or a style that the policy refuses`)
}

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The module of the application, which imports the style sheet of all pages. */
const APPLICATION = 'main.tsx'

/** Returns the file and the text of the style sheet of all pages. @throws when the bundler has written none */
async function readStyle(manifest: BundleManifest): Promise<{ sheet: string; style: string }> {
  const [name] = manifest[APPLICATION]?.css ?? []
  if (!name) throw new Error('The bundler has written no style sheet')
  const sheet = path.join(publicBuildFolder, name)
  return { sheet, style: escapeNonAsciiCss((await readFile(sheet, 'utf8')).trim()) }
}

/**
 * Reads the bundler's index.html. Adds the URLs of the fonts, which its inline script preloads (web/inline-script.ts).
 */
async function readTemplate(style: string): Promise<string> {
  const template = await readFile(path.join(publicBuildFolder, 'index.html'), 'utf8')
  const fonts = [...new Set(style.match(/\/assets\/(?:unbounded|figtree)-used[\w.-]+\.woff2/g))]
  return template
    .replace('lang="en"', `lang="${author.language}"`)
    .replace('<!--fonts-->', `<meta name="fonts" content="${fonts.join(' ')}">`)
}

/** Returns link elements for the style sheets of modules. They stay in the head, so that no HTML is shown unstyled. */
const linkStyles = (manifest: BundleManifest, modules: string[]): string[] =>
  listModuleFiles(manifest, modules)
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" href="${file}">`)
