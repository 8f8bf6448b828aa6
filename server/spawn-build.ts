import { join } from 'node:path'
import type { PageSourceFile } from './http/rebuild-site.ts'
import { runNodeProcess } from './spawn-node.ts'

/** The scheduling priority: lower than that of the site, so that readers are answered first. */
const BUILD_PRIORITY = 10
const MESSAGE_LENGTH_MAX = 2_000

/**
 * Builds the site when its sources have changed or a scheduled page is due. The running server keeps its build until it
 * is told to serve the new one.
 * @param sources the folder of the repository
 * @param page a page to publish: its file gets this text when the site is built
 * @throws {Error} with what the build has printed, such as `content/page.mdx:7: …`; the previous build stays
 */
export async function runBuildProcess(sources: string, signal: AbortSignal, page?: PageSourceFile): Promise<void> {
  const { code, complaints } = await runNodeProcess(
    ['scripts/build.ts', '--if-changed', ...(page ? ['--page', page.file] : [])],
    {
      input: page?.source,
      cwd: sources,
      // The code of the build loads faster when an earlier build has compiled it.
      env: { ...process.env, NODE_COMPILE_CACHE: join(sources, 'node_modules/.cache/node') },
      signal,
      priority: BUILD_PRIORITY,
    },
  )
  if (code === 0) return
  const reason = complaints.slice(0, MESSAGE_LENGTH_MAX) || `The build ended with the code ${code}.`
  throw new Error(`The site could not be built, and stays as it is. ${reason}`)
}
