/** `npm run build`; with `--if-changed` only when the sources have changed. */
import path from 'node:path'
import { buildSite, isBuildCurrent } from '../build/build-site.ts'
import { distFolder } from '../build/site.ts'

if (!(process.argv.includes('--if-changed') && isBuildCurrent())) {
  await buildSite(console.log)
  console.log(`The site is in ${path.relative('', distFolder)}/.`)
}
