import path from 'node:path'
import type { EnvironmentModuleGraph, Plugin } from 'vite'
import { readPages } from './content.ts'
import { contentFolder } from './site.ts'

const modules = {
  'virtual:content': contentModule,
  'virtual:texts': textsModule,
  'virtual:private-content': privateContentModule,
}
const isModule = (id: string): id is keyof typeof modules => id in modules
const resolvedOf = (id: keyof typeof modules) => `\0${id}`

const privateFolder = path.join(contentFolder, 'private')
const moduleOf = (file: string) => JSON.stringify(path.join(contentFolder, file))

/**
 * Lists the pages with the data that every page loads. The pictures of public pages are in the modules of their texts.
 */
export const listPageSummaries = () =>
  readPages().map(({ scene, ...page }) => (page.private ? { ...page, scene } : page))

/** Returns the module with the list of pages. */
function contentModule(): string {
  return `export const pages = ${JSON.stringify(listPageSummaries())}`
}

/**
 * Returns the module with a loader for the text of each public page. This module is separate from the list of pages,
 * which most scripts import. A changed text changes the file name of its script, and so every script that imports it.
 * In the renderer of kitchens, all loaders are undefined.
 */
function textsModule(environment: string): string {
  const loaders = listPageSummaries().map((page) =>
    page.private || page.list || environment === 'renderer' ? 'undefined' : `() => import(${moduleOf(page.file)})`,
  )
  return `export const contents = [\n${loaders.join(',\n')}\n]`
}

/** Returns the module with the text of the private pages. */
function privateContentModule(): string {
  const files = readPages().flatMap((page) => (page.private ? [page.file] : []))
  const imports = files.map((file, i) => `import * as page${i} from ${moduleOf(file)}`)
  const entries = files.map((file, i) => `"${file}": page${i}`)
  return `${imports.join('\n')}\nexport const privateContents = {\n${entries.join(',\n')}\n}`
}

/**
 * Provides the pages as `virtual:content`; in development, a change of front matter reloads the page. Refuses to send a
 * private page to browsers (S2.09).
 */
export function contentPlugin(): Plugin {
  return {
    name: 'content',
    enforce: 'pre',
    resolveId: (source) => (isModule(source) ? resolvedOf(source) : undefined),
    load(source) {
      if (source.startsWith(privateFolder) && this.environment.name === 'client') {
        throw new Error(`${source} is private: it stays on the server`)
      }
      const id = source.slice(1)
      return source.startsWith('\0') && isModule(id) ? modules[id](this.environment.name) : undefined
    },
    configureServer(server) {
      server.watcher.add(contentFolder)
      let last = JSON.stringify(readPages())
      server.watcher.on('all', (_event, file) => {
        if (!file.startsWith(contentFolder) || !file.endsWith('.mdx')) return
        try {
          const now = JSON.stringify(readPages())
          if (now === last) return
          last = now
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
