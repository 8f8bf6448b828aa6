import { Agent } from 'node:http'
import { MEASURED_PAGE_KEY, type SeededSite, serveSeededSite } from './api-sites.ts'
import { compareReadsBySiteSize } from './compare-reads.ts'
import { measureGet } from './timed-get.ts'

const list = `/comments/${MEASURED_PAGE_KEY}`

interface Call {
  name: string
  address: (known: Known) => string
  /** Whether the page is changed before each call, so that no cached answer is used. */
  afresh?: boolean
  byAdmin?: boolean
}

const calls: readonly Call[] = [
  { name: 'first fifty', address: () => list },
  { name: 'first fifty, after a change', address: () => list, afresh: true },
  { name: 'second fifty, after a change', address: ({ next }) => next, afresh: true },
  { name: 'a whole thread, after a change', address: ({ thread }) => `${list}?thread=${thread}`, afresh: true },
  { name: 'notices', address: () => '/notifications' },
  { name: 'moderation: waiting', address: () => '/api/desk/comments?filter=waiting', byAdmin: true },
  { name: 'moderation: reported', address: () => '/api/desk/comments?filter=reported', byAdmin: true },
  { name: 'moderation: all', address: () => '/api/desk/comments?filter=all', byAdmin: true },
]

/** The parts of the calls' URLs that differ from site to site. */
interface Known {
  next: string
  thread: string
}

interface Measured extends Known {
  site: SeededSite
  agent: Agent
  token: string
}

/**
 * Compares the response times of a site with a million comments with those of a site with a thousand comments, and
 * prints tables.
 */
export async function compareCommentReadsByCount(thousand: SeededSite, rounds: number): Promise<void> {
  await using spread = await serveSeededSite('a million, 10,000 on the page')
  await using crowded = await serveSeededSite('a million, 900,000 on the page')
  const sites = {
    'a thousand': await measured(thousand),
    'a million, 10,000 on the page': await measured(spread),
    'a million, 900,000 on the page': await measured(crowded),
  }
  await compareReadsBySiteSize<Measured>({
    by: 'comments in the database',
    sites,
    reads: calls.map((call) => ({ name: call.name, measure: (site) => measureCall(call, site) })),
    rounds,
    beforeRound: async (measured) => {
      measured.token = await measured.site.logIn()
    },
  })
  for (const { agent } of Object.values(sites)) agent.destroy()
}

async function measured(site: SeededSite): Promise<Measured> {
  const response = await fetch(site.site.origin + list)
  const [next = ''] = /(?<=<)[^>]+/.exec(response.headers.get('link') ?? '') ?? []
  const [first] = (await response.json()) as { threadId: string }[]
  if (!next || !first) throw new Error(`${list} has no second fifty.`)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return { site, agent, token: '', next, thread: first.threadId }
}

function measureCall({ address, afresh, byAdmin }: Call, { site, agent, token, next, thread }: Measured) {
  if (afresh) site.touch()
  const headers = byAdmin ? { authorization: `Bearer ${token}` } : {}
  return measureGet(site.site.origin + address({ next, thread }), agent, headers)
}
