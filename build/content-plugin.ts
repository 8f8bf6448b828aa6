import path from 'node:path'
import type { Plugin } from 'vite'
import { contentFolder, readPages } from './content.ts'

const id = 'virtual:content'
const resolved = `\0${id}`

const privateFolder = path.join(contentFolder, 'private')

/**
 * Gives the site the list of its pages as `virtual:content`; in development an edit to front matter reloads the page.
 * Refuses to hand a private page to browsers (S2.09).
 */
export function content(): Plugin {
  return {
    name: 'content',
    enforce: 'pre',
    resolveId: (source) => (source === id ? resolved : undefined),
    load(source) {
      if (source.startsWith(privateFolder) && this.environment.name === 'client') {
        throw new Error(`${source} is private: it stays on the server`)
      }
      if (source !== resolved) return
      return `export const pages = ${JSON.stringify(readPages())}`
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
        for (const environment of Object.values(server.environments)) {
          const module = environment.moduleGraph.getModuleById(resolved)
          if (module) environment.moduleGraph.invalidateModule(module)
        }
        server.ws.send({ type: 'full-reload' })
      })
    },
  }
}
