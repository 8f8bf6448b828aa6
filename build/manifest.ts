import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { publicBuildFolder } from './site.ts'

/** The bundler's manifest: the files and imports of each module's chunk. */
export type BundleManifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] } | undefined
>

/** Reads the bundler's manifest and deletes the file, because the site must not serve it. */
export async function readAndDeleteBundleManifest(): Promise<BundleManifest> {
  const folder = path.join(publicBuildFolder, '.vite')
  const manifest: BundleManifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))
  await rm(folder, { recursive: true })
  return manifest
}

/** Returns the name of a screen's module in the manifest. */
export const toScreenModuleName = (screen: string): string => `features/${screen}`

/** Lists the scripts and style sheets that modules need. @throws when the bundler knows no such module */
export function listModuleFiles(manifest: BundleManifest, modules: string[]): string[] {
  const needed = (module: string): string[] => {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`The bundle has no module ${module}`)
    const { file, css = [], imports = [] } = chunk
    return [...imports.flatMap(needed), file, ...css]
  }
  return [...new Set(modules.flatMap(needed))].map((file) => `/${file}`)
}
