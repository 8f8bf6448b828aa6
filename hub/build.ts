/**
 * Writes the package as it is published: JavaScript with its types, since Node reads no TypeScript in node_modules.
 *
 *   npm run build --workspace @hobohat/hub               into hub/dist, for npm publish hub/dist
 *   npm run build --workspace @hobohat/hub -- <folder>   into another folder
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const target = resolve(process.argv[2] ?? join(here, 'dist'))

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
execFileSync('tsc', ['-p', join(here, 'tsconfig.build.json'), '--outDir', target], { stdio: 'inherit' })
for (const file of ['README.md', 'CHANGELOG.md', '../LICENSE'])
  cpSync(join(here, file), join(target, file.replace('../', '')))
const isPublished = (file: string) => !file.endsWith('.test.ts')
for (const folder of ['docs', 'examples'])
  cpSync(join(here, folder), join(target, folder), { recursive: true, filter: isPublished })
const {
  private: _,
  scripts: __,
  devDependencies: ___,
  ...manifest
} = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const entries = { '.': 'hub', './client': 'client', './backplane-tests': 'backplanes/backplane-tests' }
const exports = Object.fromEntries(
  Object.entries(entries).map(([name, file]) => [name, { types: `./${file}.d.ts`, default: `./${file}.js` }]),
)
const published = { ...manifest, exports }
writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
