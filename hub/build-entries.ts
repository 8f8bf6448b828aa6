import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname

/** The manifest of the package in the repository. */
export const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

/** The published entries: all entries of the manifest except the test helpers. `file` is a path without extension. */
export const publishedEntries: { entry: string; file: string }[] = Object.entries<string>(manifest.exports)
  .filter(([entry]) => entry !== './testing')
  .map(([entry, source]) => ({ entry, file: source.slice('./'.length, -'.ts'.length) }))

/** Compiles the entries and all that they import, with their types. @throws {Error} when the compiler finds an error */
export function compileEntries(target: string): void {
  // The compiler looks for the types of packages from the folder of its configuration, so it must be inside hub/.
  const folder = mkdtempSync(join(here, 'tsconfig-'))
  try {
    const files = publishedEntries.map(({ file }) => `../${file}.ts`)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../tsconfig.build.json', files }))
    execFileSync('tsc', ['-p', folder, '--outDir', target], { stdio: 'inherit' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
