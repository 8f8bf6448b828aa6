import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { filesBelow } from './fingerprint.ts'
import { workshop } from './site.ts'

const root = path.resolve(import.meta.dirname, '..')

interface SourceMap {
  sources: string[]
  sourcesContent?: (string | null)[]
  ignoreList?: number[]
}

/**
 * Takes the source maps out of what is served into maps/, where the server finds them by the path of their bundle. Files
 * in them are named from the project's folder, and packages come without their source.
 */
export async function setSourceMapsAside(): Promise<void> {
  const names = [...filesBelow('web', workshop), ...filesBelow('server', workshop)].filter((name) =>
    name.endsWith('.map'),
  )
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(workshop, name)
      const { ignoreList: _, ...map } = JSON.parse(await readFile(file, 'utf8')) as SourceMap
      const sources = map.sources.map((source) => inProject(path.dirname(file), source))
      const sourcesContent = sources.map((source, at) =>
        source.includes('node_modules/') ? null : (map.sourcesContent?.[at] ?? null),
      )
      const target = path.join(workshop, 'maps', name)
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(target, JSON.stringify({ ...map, sources, sourcesContent }))
      await rm(file)
    }),
  )
}

const inProject = (folder: string, source: string) =>
  path.relative(root, path.resolve(folder, source)).replaceAll(path.sep, '/')
