import { CACHED_COPY_DELAY_MS } from '#contract/limits.ts'
import { isServerAway, OFFLINE_PATH, VERSION_HEADER } from '#contract/service-worker.ts'
import { site } from '#site'
import {
  findCachedCopy,
  findFileOfAnyVersion,
  SEARCH_INDEX_PATH,
  storeResponse,
  workerBuildManifest,
} from './site-cache.ts'

/** Callbacks for the service worker while it answers a request. */
interface AnswerListener {
  /** Keeps the worker alive for work after the response. */
  continueWith: (work: Promise<unknown>) => void
  /** Called when a response comes from another version of the site. */
  versionDiffers: () => void
  /** Called when a page is answered with its cached copy. */
  copyUsed: () => void
}

/** The first parts of the paths of calls, which the worker never answers. */
const calls = [
  'api',
  ...(site.features.accounts ? ['auth', 'notifications', 'users', 'tools', 'hub'] : []),
  ...(site.features.comments ? ['comments'] : []),
]
/** Returns the worker's response to a request, or null when the browser should fetch it itself. */
export function answerRequest(request: Request, listener: AnswerListener): Promise<Response> | null {
  const url = new URL(request.url)
  const { origin, pathname } = url
  if (request.method !== 'GET' || request.headers.has('range') || origin !== location.origin) return null
  if (calls.includes(pathname.split('/', 2)[1] ?? '')) return null
  if (pathname.startsWith('/assets/')) return answerFile(request, listener)
  if (pathname === SEARCH_INDEX_PATH || pathname.startsWith('/texts/')) return answerText(url, request, listener)
  // A path with a file extension is a file such as a feed or a picture, not a page.
  if (request.mode === 'navigate' && !/\.[^/]*$/.test(pathname)) return answerPage(request, pathname, listener)
  return null
}

async function answerFile(request: Request, { continueWith }: AnswerListener): Promise<Response> {
  const copy = await findFileOfAnyVersion(request.url)
  if (copy) return copy
  const answer = await fetch(request)
  if (answer.ok) continueWith(storeResponse(request.url, answer.clone()))
  return answer
}

/**
 * Answers with the search index or a text from the server. When the server fails or is slow, answers with the cached
 * copy. When the query of the request is the hash of the cached text, answers with the cached copy at once.
 */
async function answerText(
  { pathname, search }: URL,
  request: Request,
  { continueWith }: AnswerListener,
): Promise<Response> {
  const copy = await findCachedCopy(pathname)
  if (copy && search && (await copy.clone().json()).hash === search.slice(1)) return copy
  const answer = fetch(request).then((answer) => {
    if (answer.ok && answer.headers.get(VERSION_HEADER) === workerBuildManifest.version)
      continueWith(storeResponse(pathname, answer.clone()))
    return answer
  })
  if (!copy) return answer
  // A late answer is still stored for the next request.
  continueWith(answer.catch(() => {}))
  const inTime = await Promise.race([answer.catch(() => null), waitForSlowNetwork()])
  return inTime && !isServerAway(inTime.status) ? inTime : copy
}

/**
 * Answers with the page from the server. When the server fails or is slow, answers with the cached copy, or else with
 * the offline page.
 */
async function answerPage(
  request: Request,
  pathname: string,
  { versionDiffers, copyUsed }: AnswerListener,
): Promise<Response> {
  const copy = await findCachedCopy(pathname)
  const answer = fetch(request).then(
    (answer) => {
      const version = answer.headers.get(VERSION_HEADER)
      if (version !== null && version !== workerBuildManifest.version) versionDiffers()
      return answer
    },
    () => null,
  )
  const inTime = await (copy ? Promise.race([answer, waitForSlowNetwork()]) : answer)
  if (inTime && !(copy && isServerAway(inTime.status))) return inTime
  if (copy) copyUsed()
  return copy ?? (await findCachedCopy(OFFLINE_PATH)) ?? Response.error()
}

const waitForSlowNetwork = () => new Promise<null>((resolve) => setTimeout(resolve, CACHED_COPY_DELAY_MS, null))
