/** `npm run build`; with `--if-changed` only when the sources have changed. */
import path from 'node:path'
import { buildSite, isBuilt } from '../build/build-site.ts'
import { dist } from '../build/site.ts'

if (!(process.argv.includes('--if-changed') && isBuilt())) {
  await buildSite(console.log)
  console.log(`The site is in ${path.relative('', dist)}/.`)
}
