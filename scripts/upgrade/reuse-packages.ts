import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { readTextIfExists } from '../../build/read-text.ts'

/**
 * The folders that scripts/setup.mjs fills. `source` is the file that defines their content. `stamp` is the file that
 * exists when the folder is complete.
 */
const installed = [
  { name: 'node_modules', source: 'package-lock.json', stamp: 'node_modules/.installed' },
  { name: '.node', source: '.node-version', stamp: '.node/version' },
]

/**
 * Copies the packages and the Node of the site into a checkout that needs the same versions. This avoids a second
 * download. The copies are hard links. This is safe because these files are replaced but never changed.
 */
export function reusePackages(folder: string, checkout: string): void {
  const read = (root: string, file: string) => readTextIfExists(path.join(root, file))
  for (const { name, source, stamp } of installed) {
    if (read(folder, stamp) === null || read(folder, source) !== read(checkout, source)) continue
    execFileSync('cp', ['-RPpl', path.join(folder, name), path.join(checkout, name)])
  }
}
