import path from 'node:path'
import type { EnvironmentModuleGraph, Plugin } from 'vite'
import { toPageTextPath } from '../contract/page-path.ts'
import type { CompiledPage } from '../web/articles/text.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { compilePageFileInMemory, compilePageText } from './articles/compile-text.ts'
import { listPageSummaries, readVisiblePages } from './content.ts'
import { authorSceneFolder } from './scenes.ts'
import { contentFolder, isInsideFolder } from './site.ts'
import { readFileOrUnsavedText } from './unsaved-page.ts'

const modules = {
  'virtual:content': contentModule,
  'virtual:page-modules': modulesModule,
  'virtual:private-content': privateContentModule,
}
const isModule = (id: string): id is keyof typeof modules => id in modules
const resolvedOf = (id: keyof typeof modules) => `\0${id}`

const privateFolder = path.join(contentFolder, 'private')
const moduleOf = (file: string) => JSON.stringify(path.join(contentFolder, file))

/** Returns the module with the list of pages. */
function contentModule(): string {
  return `export const pages = ${JSON.stringify(listPageSummaries())}`
}

/**
 * Lists the files of the pages that have code of their own. Leaves out articles with an error, so that development can
 * still show all other pages.
 */
async function listFilesWithCode(isWanted: (page: PageSummary) => boolean): Promise<string[]> {
  const pages = readVisiblePages()
  const wanted = pages.filter((page) => isWanted(page) && !page.list)
  const texts = await Promise.all(wanted.map((page) => compilePageText(page, pages).catch(() => undefined)))
  return wanted.filter((_, at) => texts[at] === null).map(({ file }) => file)
}

/**
 * Returns the module with a loader for each public page that has code.
 * @param environment the name of the Vite environment; `renderer`, which renders only kitchens, gets no loaders
 */
async function modulesModule(environment: string): Promise<string> {
  const files = environment === 'renderer' ? [] : await listFilesWithCode((page) => !page.private)
  const loaders = readVisiblePages().map(({ file }) =>
    files.includes(file) ? `() => import(${moduleOf(file)})` : 'undefined',
  )
  return `export const contents = [\n${loaders.join(',\n')}\n]`
}

/** Returns the module with the private pages that have code. */
async function privateContentModule(): Promise<string> {
  const files = await listFilesWithCode((page) => page.private === true)
  const imports = files.map((file, i) => `import * as page${i} from ${moduleOf(file)}`)
  const entries = files.map((file, i) => `"${file}": page${i}`)
  return `${imports.join('\n')}\nexport const privateContents = {\n${entries.join(',\n')}\n}`
}

/**
 * Returns the text of a page by its URL path, for development; undefined when no public page has a text at this path.
 */
async function readText(address: string): Promise<CompiledPage | undefined> {
  const page = readVisiblePages().find((one) => toPageTextPath(one.path) === address && !one.private && !one.list)
  return page && compilePageFileInMemory(page.file)
}

/**
 * Provides the list of pages, and the modules of the pages with code. In development, also serves the texts, and
 * reloads the page when the author changes a file. Refuses to send a private page to browsers (S2.09).
 */
export function contentPlugin(): Plugin {
  return {
    name: 'content',
    enforce: 'pre',
    resolveId: (source) => (isModule(source) ? resolvedOf(source) : undefined),
    load(source) {
      if (isInsideFolder(source, privateFolder) && this.environment.name === 'client') {
        throw new Error(`${source} is private: it stays on the server`)
      }
      if (isInsideFolder(source, contentFolder) && source.endsWith('.mdx')) return String(readFileOrUnsavedText(source))
      const id = source.slice(1)
      return source.startsWith('\0') && isModule(id) ? modules[id](this.environment.name) : undefined
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        readText(request.url ?? '').then((text) => {
          if (!text) return next()
          response.setHeader('content-type', 'application/json')
          response.end(JSON.stringify(text))
        }, next)
      })
      server.watcher.add(contentFolder)
      server.watcher.on('all', (_event, file) => {
        // When a scene changes, build/scene-plugin.ts reloads the page.
        if (!isInsideFolder(file, contentFolder) || isInsideFolder(file, authorSceneFolder)) return
        try {
          readVisiblePages()
        } catch (error) {
          server.config.logger.error(String(error))
          return
        }
        for (const environment of Object.values(server.environments)) invalidateContent(environment.moduleGraph)
        server.ws.send({ type: 'full-reload' })
      })
    },
  }
}

/** Makes Vite read the pages again. */
export function invalidateContent(graph: EnvironmentModuleGraph): void {
  for (const id of Object.keys(modules) as (keyof typeof modules)[]) {
    const module = graph.getModuleById(resolvedOf(id))
    if (module) graph.invalidateModule(module)
  }
}
