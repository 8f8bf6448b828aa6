import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getPrivatePage } from '#contract/private-pages.ts'
import { Refusal } from '../../http/failures.ts'
import { computeOncePerBuild, type ServedBuild } from '../../http/served-build.ts'
import { defineFeature } from '../define-feature.ts'

/** Serves the HTML of private pages (S2.09, S5.08) from memory to readers who are logged in. */
export const createPrivatePagesFeature = ({ build }: { build: Pick<ServedBuild, 'version' | 'privateDir'> }) =>
  defineFeature({
    name: 'private-pages',
    switchedBy: 'accounts',
    routes: ({ bind }) => {
      const pages = computeOncePerBuild(build, ({ privateDir }) => readPrivatePages(privateDir))
      // Read at the start, because a newer build may replace the folder.
      pages()
      bind(getPrivatePage, ({ params }) => {
        const html = pages().get(params.name)
        if (html === undefined) throw new Refusal('not_found')
        return { html }
      })
    },
  })

/**
 * Reads the HTML of each private page. Only the names in the result are served, so a requested name is never used as a
 * path.
 */
function readPrivatePages(dir: string): ReadonlyMap<string, string> {
  const files = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.html')) : []
  return new Map(files.map((file) => [file.slice(0, -'.html'.length), readFileSync(join(dir, file), 'utf8')]))
}
