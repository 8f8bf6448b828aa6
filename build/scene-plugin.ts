import type { Plugin } from 'vite'
import { authorSceneFolder, findScenePicture } from './scenes.ts'
import { isInsideFolder } from './site.ts'

/** Matches the module id by which code imports a scene: `virtual:scene/lost`. */
const sceneModule = /^virtual:scene\/([a-z-]+)$/

/** Provides the picture of each scene file as a module. In development, reloads the page when a scene changes. */
export function scenePlugin(): Plugin {
  return {
    name: 'scenes',
    resolveId: (source) => (sceneModule.test(source) ? `\0${source}` : undefined),
    load(source) {
      const name = sceneModule.exec(source.slice(1))?.[1]
      return name && `export const picture = ${JSON.stringify(findScenePicture(name))}`
    },
    configureServer(server) {
      server.watcher.add(authorSceneFolder)
      server.watcher.on('all', (_event, file) => {
        if (!isInsideFolder(file, authorSceneFolder)) return
        for (const environment of Object.values(server.environments)) environment.moduleGraph.invalidateAll()
        server.ws.send({ type: 'full-reload' })
      })
    },
  }
}
