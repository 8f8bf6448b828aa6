/**
 * Writes the package as it is published: JavaScript with its types, since Node reads no TypeScript in node_modules.
 *
 *   npm run build --workspace @hobohat/hub               into hub/dist, for npm publish hub/dist
 *   npm run build --workspace @hobohat/hub -- <folder>   into another folder
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compileEntries, manifest, publishedEntries } from './build-entries.ts'

const here = import.meta.dirname
const target = resolve(process.argv[2] ?? join(here, 'dist'))

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
compileEntries(target)
for (const file of ['README.md', 'CHANGELOG.md', '../LICENSE'])
  cpSync(join(here, file), join(target, file.replace('../', '')))
const isPublished = (file: string) => !file.endsWith('.test.ts')
for (const folder of ['docs', 'examples'])
  cpSync(join(here, folder), join(target, folder), { recursive: true, filter: isPublished })
const { private: _, scripts: __, devDependencies: ___, ...rest } = manifest
const exports = Object.fromEntries(
  publishedEntries.map(({ entry, file }) => [entry, { types: `./${file}.d.ts`, default: `./${file}.js` }]),
)
const published = { ...rest, exports }
writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
