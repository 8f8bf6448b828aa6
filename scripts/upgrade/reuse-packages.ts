import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folders that scripts/setup.mjs fills, the file that says with what, and the file that says that one is complete. */
const installed = [
  { name: 'node_modules', source: 'package-lock.json', stamp: 'node_modules/.installed' },
  { name: '.node', source: '.node-version', stamp: '.node/version' },
]

/**
 * Gives a checkout the packages and the Node of the site where it needs the same, so that nothing is fetched. The copies
 * are hard links: nothing writes into them, because what needs others installs them anew.
 */
export function reusePackages(folder: string, checkout: string): void {
  const read = (root: string, file: string) => {
    const place = path.join(root, file)
    return existsSync(place) ? readFileSync(place, 'utf8') : null
  }
  for (const { name, source, stamp } of installed) {
    if (read(folder, stamp) === null || read(folder, source) !== read(checkout, source)) continue
    execFileSync('cp', ['-RPpl', path.join(folder, name), path.join(checkout, name)])
  }
}
