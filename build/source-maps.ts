import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listFiles } from './fingerprint.ts'
import { buildStagingFolder } from './site.ts'

const root = path.resolve(import.meta.dirname, '..')

interface SourceMap {
  sources: string[]
  sourcesContent?: (string | null)[]
  ignoreList?: number[]
}

/**
 * Moves the source maps from the served files to maps/, where the server finds them by the path of their bundle. Names
 * sources by their paths in the project. Removes the source text of packages. Also removes the source text of modules
 * that plugins generate from a file (`photo.jpg?picture`), because this text contains names that differ from build to
 * build.
 */
export async function moveSourceMaps(): Promise<void> {
  const names = [...listFiles('web', buildStagingFolder), ...listFiles('server', buildStagingFolder)].filter((name) =>
    name.endsWith('.map'),
  )
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(buildStagingFolder, name)
      const { ignoreList: _, ...map } = JSON.parse(await readFile(file, 'utf8')) as SourceMap
      const sources = map.sources.map((source) => inProject(path.dirname(file), source))
      const sourcesContent = sources.map((source, at) =>
        /node_modules\/|\?/.test(source) ? null : (map.sourcesContent?.[at] ?? null),
      )
      const target = path.join(buildStagingFolder, 'maps', name)
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(target, JSON.stringify({ ...map, sources, sourcesContent }))
      await rm(file)
    }),
  )
}

const inProject = (folder: string, source: string) =>
  path.relative(root, path.resolve(folder, source)).replaceAll(path.sep, '/')
