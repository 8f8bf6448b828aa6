import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findFreePort } from '@hobohat/hub/testing'
import { readVisiblePages } from '../build/content.ts'
import { contentFolder, distFolder } from '../build/site.ts'
import { createTemporaryFolder, type ServerProcess, startServer } from './processes.ts'

const articles = readVisiblePages()
  .filter(({ group, placeholder }) => group !== undefined && !placeholder)
  .map((page) => ({ page, text: readFileSync(path.join(contentFolder, page.file), 'utf8') }))
  .sort((a, b) => b.text.length - a.text.length)

/** The measured article, which is the longest one without pictures. */
export const measuredArticle = requireArticle(({ text }) => !text.includes('?picture'))

/** Returns the article at a path. @throws when the site has no such article */
export const findArticle = (path: string) => requireArticle(({ page }) => page.path === path)

function requireArticle(isWanted: (article: (typeof articles)[number]) => boolean) {
  const article = articles.find(isWanted)
  if (!article) throw new Error('The site has no such article to measure.')
  return article.page
}

/**
 * Starts the built site in production mode with default settings, on the port PORT of `settings` or a free port, and
 * with the data folder DATA_DIR of `settings` or an empty folder.
 * @param firstPath the path of the first request
 * @param settings environment variables that differ from the defaults
 */
export async function serveBuiltSite(
  firstPath = '/readyz',
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const port = Number(settings.PORT ?? (await findFreePort()))
  const server = path.join(distFolder, 'server/main.cjs')
  return startServer([process.execPath, '--max-semi-space-size=4', server], port, firstPath, {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: settings.DATA_DIR ?? createTemporaryFolder(),
    BUILD_DIR: distFolder,
    LOG_LEVEL: 'warn',
    ...settings,
  })
}
