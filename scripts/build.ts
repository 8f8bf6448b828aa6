/**
 * `npm run build`: builds the site. With `--if-changed`, builds it only when its sources have changed. With `--page
 * FILE`, publishes a page: builds the site with the text from the standard input, then writes this text into FILE, a
 * file of `content/`. If the build fails, FILE keeps its old text.
 */
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { runWithBuildLock } from '../build/build-lock.ts'
import { buildSite } from '../build/build-site.ts'
import { hashSources, isBuildCurrent } from '../build/fingerprint.ts'
import { distFolder, siteFolder } from '../build/site.ts'
import { saveUnsavedPage, setUnsavedPageText } from '../build/unsaved-page.ts'
import { runOrExitOnAuthorError } from './run-or-exit-on-author-error.ts'

const { values } = parseArgs({ options: { 'if-changed': { type: 'boolean' }, page: { type: 'string' } } })
if (values.page !== undefined) setUnsavedPageText(values.page, await text(process.stdin))
await runOrExitOnAuthorError(() =>
  runWithBuildLock(async () => {
    const hashes = hashSources()
    if (values['if-changed'] && isBuildCurrent(siteFolder, hashes)) return saveUnsavedPage()
    await buildSite(console.log, hashes)
    console.log(`The site is in ${path.relative('', distFolder)}/.`)
  }),
)
