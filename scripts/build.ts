/** `npm run build`: builds the site. With `--if-changed`, builds it only when its sources have changed. */
import path from 'node:path'
import { runWithBuildLock } from '../build/build-lock.ts'
import { buildSite, isBuildCurrent } from '../build/build-site.ts'
import { hashSources } from '../build/fingerprint.ts'
import { distFolder, siteFolder } from '../build/site.ts'
import { exitOnAuthorError } from './exit-on-author-error.ts'

await exitOnAuthorError(() =>
  runWithBuildLock(async () => {
    const hashes = hashSources()
    if (process.argv.includes('--if-changed') && isBuildCurrent(siteFolder, hashes)) return
    await buildSite(console.log, hashes)
    console.log(`The site is in ${path.relative('', distFolder)}/.`)
  }),
)
