import { SLOW_NETWORK_MS } from '#contract/limits.ts'
import { OFFLINE_PATH, VERSION_HEADER } from '#contract/service-worker.ts'
import { site } from './built-site.ts'
import { keep, kept, keptFile, SEARCH_INDEX } from './kept.ts'

/** What the worker is told while it answers. */
interface Told {
  /** Work that goes on after the answer. */
  after: (work: Promise<unknown>) => void
  /** An answer is of another version. */
  newer: () => void
  /** A page is answered with its copy. */
  copied: () => void
}

/** Calls, which the worker leaves alone: what they say is true only now. */
const calls = /^\/(api|auth|comments|notifications|users|tools|hub)(\/|$)/
/** What a proxy says while the server behind it is away. */
const AWAY = [502, 503, 504]

/** What the worker answers to a request, or null where the browser asks by itself. */
export function answerTo(request: Request, told: Told): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || request.headers.has('range') || origin !== location.origin) return null
  if (calls.test(pathname)) return null
  if (pathname.startsWith('/assets/')) return file(request, told)
  if (pathname === SEARCH_INDEX) return index(request, told)
  // A name with an ending is a feed or a picture.
  if (request.mode === 'navigate' && !/\.[^/]*$/.test(pathname)) return page(request, pathname, told)
  return null
}

async function file(request: Request, { after }: Told): Promise<Response> {
  const copy = await keptFile(request.url)
  if (copy) return copy
  const answer = await fetch(request)
  if (answer.ok) after(keep(request.url, answer.clone()))
  return answer
}

async function index(request: Request, { after }: Told): Promise<Response> {
  try {
    const answer = await fetch(request)
    if (answer.ok && answer.headers.get(VERSION_HEADER) === site.version) after(keep(SEARCH_INDEX, answer.clone()))
    return answer
  } catch (error) {
    const copy = await kept(SEARCH_INDEX)
    if (copy) return copy
    throw error
  }
}

/** A page from the server; the copy of this version when there is no answer, or none in time; else the page that says so. */
async function page(request: Request, pathname: string, { newer, copied }: Told): Promise<Response> {
  const copy = await kept(pathname)
  const answer = fetch(request).then(
    (answer) => {
      const version = answer.headers.get(VERSION_HEADER)
      if (version !== null && version !== site.version) newer()
      return answer
    },
    () => null,
  )
  const inTime = await (copy ? Promise.race([answer, late()]) : answer)
  if (inTime && !(copy && AWAY.includes(inTime.status))) return inTime
  if (copy) copied()
  return copy ?? (await kept(OFFLINE_PATH)) ?? Response.error()
}

const late = () => new Promise<null>((resolve) => setTimeout(resolve, SLOW_NETWORK_MS, null))
