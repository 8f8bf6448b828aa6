/**
 * `node build/preview.ts --preview`: renders pages as readers will see them, for the editor at the desk. The server
 * starts this program and sends it pages as IPC messages. The pages are rendered by the plugins of the build, from a
 * copy of `content/` in which the page has its new text. A preview changes neither the site nor its build.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { parseBuildError } from '../contract/page-problems.ts'
import type { PreviewProcessReply, PreviewProcessRequest } from '../contract/preview.ts'
import { AuthorError } from './author-error.ts'

// The modules of the build read this variable when they are loaded.
process.env.NODE_ENV = 'development'
const { contentFolder: copy, distFolder, siteFolder } = await import('./site.ts')
const original = path.join(siteFolder, 'content')
rmSync(copy, { recursive: true, force: true })
copyContent()

const { createServer, isRunnableDevEnvironment } = await import('vite')
const { importAliases, listPagePlugins } = await import('../vite.config.ts')
const { invalidateContent } = await import('./content-plugin.ts')
const { checkScreenPaths } = await import('./content.ts')
const { checkArticles } = await import('./articles/check-articles.ts')
const { compilePageFileInMemory } = await import('./articles/compile-text.ts')
const { site } = await import('#site')
const { escapeHtml } = await import('../contract/escape-html.ts')

const vite = await createServer({
  root: path.resolve(import.meta.dirname, '../web'),
  configFile: false,
  appType: 'custom',
  logLevel: 'silent',
  cacheDir: path.join(copy, '.vite'),
  resolve: { alias: importAliases },
  plugins: listPagePlugins(),
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})

/** Renders a page as a document. @throws {AuthorError} with the lines that have errors */
async function render({ file, source }: PreviewProcessRequest): Promise<string> {
  copyContent()
  writeFileSync(path.join(copy, file), source)
  await checkArticles([file], copy)
  const environment = vite.environments.ssr
  if (!environment || !isRunnableDevEnvironment(environment)) throw new Error('Vite cannot run modules.')
  const { moduleGraph, runner } = environment
  moduleGraph.onFileChange(path.join(copy, file))
  invalidateContent(moduleGraph)
  // Makes all modules run again, because a module keeps the pages that it has loaded. No module is compiled again.
  runner.clearCache()
  const renderer: typeof import('../web/prerender.tsx') = await runner.import('/prerender.tsx')
  const pages = await renderer.listSitePages()
  const page = pages.find((one) => one.file === file)
  if (!page) throw new Error(`The site has no page ${file}.`)
  checkScreenPaths([page, ...pages.filter(({ screen }) => screen)])
  const text = await compilePageFileInMemory(file)
  return makeDocument(page.title, page.private ? await renderPrivate() : await renderer.renderPage(page, text))

  async function renderPrivate() {
    const { renderPrivateArticlesToHtml }: typeof import('../web/private-pages.tsx') =
      await runner.import('/private-pages.tsx')
    const pages = renderPrivateArticlesToHtml(new Map(text && [[file, text]]))
    const { html = '' } = pages.find((one) => one.file === file) ?? {}
    return `<div class="page"><main id="content"><article class="article">${html}</article></main></div>`
  }
}

/** Makes the copy equal to `content/`. The texts of pages are copied, and other files are linked. */
function copyContent(): void {
  const list = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      // Ignores names that begin with a dot: they are temporary files of a save that is not finished.
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && !entry.parentPath.includes('.vite'))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  mkdirSync(copy, { recursive: true })
  const names = new Set(list(original))
  for (const name of list(copy)) if (!names.has(name)) rmSync(path.join(copy, name))
  for (const name of names) {
    const [from, to] = [path.join(original, name), path.join(copy, name)]
    mkdirSync(path.dirname(to), { recursive: true })
    if (!name.endsWith('.mdx')) {
      if (!existsSync(to)) symlinkSync(from, to)
    } else if (!existsSync(to) || !readFileSync(to).equals(readFileSync(from))) copyFileSync(from, to)
  }
}

/**
 * Reads the style and the fonts of the build from the HTML of a screen, because a screen links the whole style sheet.
 */
function readStyle(): string {
  const screen = readFileSync(path.join(distFolder, 'web/login.html'), 'utf8')
  const fonts = /<meta name="fonts" content="([^"]*)">/.exec(screen)?.[1]?.split(' ') ?? []
  const preloads = fonts.map((href) => `<link rel="preload" as="font" crossorigin href="${href}">`)
  return [...preloads, ...(screen.match(/<style>[\s\S]*?<\/style>|<link rel="stylesheet"[^>]*>/g) ?? [])].join('\n')
}

/**
 * Removes the messages for browsers without scripts, and the folders of this machine, which anybody could read in a
 * shared preview. A preview opens published files only.
 */
const toPublicHtml = (html: string): string =>
  html.replace(/<noscript>[\s\S]*?<\/noscript>/g, '').replace(/="\/@fs\/[^"]*\//g, '="/assets/')

/** Returns an HTML document without scripts. Its links open in another tab, so that the preview stays open. */
const makeDocument = (title: string, html: string) => `<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<base target="_blank">
<title>${escapeHtml(title)}</title>
${readStyle()}
</head>
<body>
<div id="root">${toPublicHtml(html)}</div>
</body>
</html>
`

let last = Promise.resolve()
process.on('message', (request: PreviewProcessRequest) => {
  // Renders one page at a time, because all pages share the copy.
  last = last.then(async () => {
    const { id, file } = request
    const send = (reply: PreviewProcessReply) => process.send?.(reply)
    try {
      send({ id, html: await render(request) })
    } catch (error) {
      const problems = parseBuildError(error, file)
      // An error without a line is an author's error about a picture, or a fault of the program.
      const isAuthors = error instanceof AuthorError
      if (problems === null && !isAuthors) console.error(error)
      const reason = isAuthors
        ? error.message
        : 'The preview could not be drawn. The reason is in the log of the server.'
      send({ id, problems: problems ?? [{ line: 1, message: reason }] })
    }
  })
})
process.on('disconnect', () => process.exit())
