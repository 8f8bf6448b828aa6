import {
  VISIT_NAMES_MAX,
  VISIT_SECONDS_MAX,
  VISIT_TEXT_LENGTH_MAX,
  VISITS_PATH,
  type VisitMessage,
} from '#contract/visits.ts'
import { toServerUrl } from '../device/native.ts'
import { hasPrivacySignal } from '../device/privacy-signals.ts'

/** The message of the current visit; null before the first visit and for an admin. */
let visit: VisitMessage | null = null
let isAuthor = false
/** The time since which the page has been visible; 0 while it is hidden. */
let since = 0
let observer: IntersectionObserver | undefined

/**
 * Starts to count a visit of a page. The message about the visit is sent when the reader leaves the page or the tab.
 * Nothing is counted for automated browsers, and for readers whose browser asks not to be tracked.
 */
export function countVisit(path: string): void {
  if (isAuthor || visit?.path === path || navigator.webdriver || hasPrivacySignal()) return
  let from = visit?.path ?? ''
  if (visit) send()
  else {
    from = document.referrer && new URL(document.referrer).host
    addEventListener('error', ({ target }) => notePicture(target), true)
    for (const picture of document.querySelectorAll('img'))
      if (picture.complete && picture.naturalWidth === 0) notePicture(picture)
    addEventListener('pagehide', send)
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) send()
      else since = performance.now()
    })
  }
  visit = { path, isNew: true, seconds: 0, isRead: false, from: cut(from), searches: [], pictures: [] }
  since = document.hidden ? 0 : performance.now()
  observer?.disconnect()
  const end = document.querySelector('.prose')?.lastElementChild
  if (!end) return
  observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting || !visit) return
    visit.isRead = true
    observer?.disconnect()
  })
  observer.observe(end)
}

/** Adds a search without a result to the message of the current visit. */
export function recordEmptySearch(words: string): void {
  note(visit?.searches, words)
}

/** Stops counting for this page load, because the visits of admins are not counted. */
export function stopCountingVisits(): void {
  isAuthor = true
  visit = null
}

function notePicture(target: EventTarget | null): void {
  if (!(target instanceof HTMLImageElement) || !navigator.onLine) return
  const source = target.currentSrc || target.src
  const { origin, host, pathname } = new URL(source, location.href)
  if (source && host) note(visit?.pictures, origin === location.origin ? pathname : host + pathname)
}

function note(list: string[] | undefined, text: string): void {
  if (list && list.length < VISIT_NAMES_MAX && !list.includes(cut(text))) list.push(cut(text))
}

const cut = (text: string) => text.slice(0, VISIT_TEXT_LENGTH_MAX)

/**
 * Sends the message of the visit so far. A reader who comes back to the tab continues the visit, with a further
 * message.
 */
function send(): void {
  if (!visit || since === 0) return
  visit.seconds = Math.min(Math.round((performance.now() - since) / 1000), VISIT_SECONDS_MAX)
  since = 0
  navigator.sendBeacon(toServerUrl(VISITS_PATH), JSON.stringify(visit))
  visit = { ...visit, isNew: false, isRead: false, searches: [], pictures: [] }
}
