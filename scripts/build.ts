/** `npm run build`: builds the site. With `--if-changed`, builds it only when its sources have changed. */
import path from 'node:path'
import { AuthorError } from '../build/author-error.ts'
import { runWithBuildLock } from '../build/build-lock.ts'
import { buildSite, isBuildCurrent } from '../build/build-site.ts'
import { hashSources } from '../build/fingerprint.ts'
import { distFolder, siteFolder } from '../build/site.ts'

try {
  await runWithBuildLock(async () => {
    const hashes = hashSources()
    if (process.argv.includes('--if-changed') && isBuildCurrent(siteFolder, hashes)) return
    await buildSite(console.log, hashes)
    console.log(`The site is in ${path.relative('', distFolder)}/.`)
  })
} catch (error) {
  if (!(error instanceof AuthorError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
