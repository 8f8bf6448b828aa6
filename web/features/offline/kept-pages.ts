import { pages } from 'virtual:content'
import { isSiteCache } from '#contract/service-worker.ts'
import type { PageSummary } from '../../kit/page.ts'

/** The articles that the service worker keeps, in the order of the menu; those for readers only need the server. */
export async function findKeptPages(): Promise<PageSummary[]> {
  try {
    const names = (await caches.keys()).filter(isSiteCache)
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    const paths = new Set(requests.flat().map(({ url }) => new URL(url).pathname))
    return pages.filter((page) => !page.private && paths.has(page.path))
  } catch {
    // Storage is refused.
    return []
  }
}
