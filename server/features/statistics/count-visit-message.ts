import { hasPathParameters, readPathParameters } from '#contract/page-path.ts'
import { visitMessageSchema, visitPathPattern } from '#contract/statistics.ts'
import type { Visit } from '#contract/visits.ts'
import type { ClientDetails } from '../../http/client.ts'
import { Refusal } from '../../http/failures.ts'
import { tryParseJson } from '../../http/try-parse-json.ts'
import { toUtcDay } from './reader-hashes.ts'
import type { VisitCounter } from './visit-counter.ts'

/**
 * Programs that run the scripts of pages: search engines, previews, monitors and tests. This short list can replace the
 * 300 patterns of the package `isbot`, because other robots run no scripts and send no message. Cubot is excluded,
 * because it is a phone.
 */
const robots =
  /(?<!cu)bot(\b|_)|crawl|spider|slurp|headless|lighthouse|page ?speed|preview|prerender|monitor|scrap|archive|inspect|facebookexternalhit|phantom|puppeteer|playwright|selenium|curl|wget|python|java\/|go-http|node|axios/i

/** Returns whether a visit must not be counted: the browser requests it (DNT, Sec-GPC), or the visitor is a robot. */
export const isUncountedVisit = (headers: Readonly<Record<string, unknown>>): boolean => {
  const { dnt, 'sec-gpc': gpc, 'user-agent': userAgent } = headers
  return dnt === '1' || gpc === '1' || typeof userAgent !== 'string' || userAgent === '' || robots.test(userAgent)
}

/** The paths of the desk and the kitchens. Visits there are work and are not counted. */
const workplace = /^\/(desk|kitchen)(\/|$)/

interface KnownPages {
  /** The paths of all pages; a path may have parameters. */
  paths: readonly string[]
  /** The aliases of pages, by the path of the page. */
  former: ReadonlyMap<string, readonly string[]>
}

/** Creates the function that finds the path of a page. The given URL path may be an alias or have parameters. */
export function createPagePathFinder({ paths, former }: KnownPages): (address: string) => string | undefined {
  const exact = new Map(
    paths.flatMap((path) => [path, ...(former.get(path) ?? [])].map((from) => [from, path] as const)),
  )
  const patterns = paths.filter(hasPathParameters)
  return (address) => exact.get(address) ?? patterns.find((pattern) => readPathParameters(pattern, address) !== null)
}

interface VisitContext {
  counter: VisitCounter
  /** Returns the page finder of the present build. */
  findPage: () => (address: string) => string | undefined
  /** The hosts of the site, which do not count as referrers. */
  hosts: readonly string[]
  hashReader: (day: string, client: ClientDetails) => Promise<number>
}

/** Counts the visits that a browser reports. @throws {Refusal} bad_request when the message has another shape */
export async function countReportedVisits(
  context: VisitContext,
  body: Uint8Array,
  client: ClientDetails,
): Promise<void> {
  const parsed = visitMessageSchema.safeParse(tryParseJson(Buffer.from(body).toString()))
  if (!parsed.success) throw new Refusal('bad_request', 'This is no message about visits.')
  const day = toUtcDay(Date.now())
  const reader = await context.hashReader(day, client)
  for (const visit of parsed.data) addVisit(context, visit, day, reader)
}

function addVisit({ counter, findPage, hosts }: VisitContext, visit: Visit, day: string, reader: number): void {
  const { path, isNew, seconds, isRead, from, searches, pictures } = visit
  if (workplace.test(path)) return
  const page = findPage()(path)
  if (page === undefined) {
    if (isNew) counter.addName({ day, kind: 'missing', name: path, page: originOf(from, hosts) })
  } else {
    counter.addVisit({ day, page, reader, visits: isNew ? 1 : 0, ends: isRead ? 1 : 0, seconds })
    if (isNew && host.test(from) && !hosts.includes(from)) counter.addName({ day, kind: 'referrer', name: from, page })
    for (const picture of pictures)
      if (picture !== '') counter.addName({ day, kind: 'picture', name: cleanText(picture), page })
  }
  for (const words of cleanSearches(searches)) counter.addName({ day, kind: 'search', name: words, page: '' })
}

const host = /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z\d-]{2,}(:\d+)?$/

/** Returns the place from which a missing URL was opened: a host, or a path of this site. */
const originOf = (from: string, hosts: readonly string[]): string =>
  visitPathPattern.test(from) || (host.test(from) && !hosts.includes(from)) ? from : ''

const cleanText = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim()

/** Leaves out searches that may name a person: email addresses, phone numbers and card numbers. */
const cleanSearches = (searches: readonly string[]): Set<string> =>
  new Set(
    searches
      .map((words) => cleanText(words).toLowerCase())
      .filter((words) => words !== '' && !/@|(\d[\s-]?){5}/.test(words)),
  )
