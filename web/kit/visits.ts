import {
  VISIT_LIST_ENTRIES_MAX,
  VISIT_SECONDS_MAX,
  VISIT_TEXT_LENGTH_MAX,
  VISITS_PATH,
  VISITS_PER_MESSAGE_MAX,
  type Visit,
} from '#contract/visits.ts'
import { toServerUrl } from '../device/native.ts'
import { hasPrivacySignal } from '../device/privacy-signals.ts'
import { whenNear } from '../device/when-near.ts'

/** The current visit; null before the first visit and for an admin. */
let visit: Visit | null = null
/** The visits that the next message reports. */
let ended: Visit[] = []
let isAuthor = false
/** The time since which the current visit has been visible, by `performance.now()`; 0 while the page is hidden. */
let since = 0
let stopWaitingForEnd = () => {}

/**
 * Starts to count a visit of a page. Visits are reported when the reader leaves the tab. Nothing is counted for
 * automated browsers, or for readers whose browser asks not to be tracked.
 */
export function startVisit(address: string): void {
  const path = cut(address)
  if (isAuthor || visit?.path === path || navigator.webdriver || hasPrivacySignal()) return
  let from = visit?.path ?? ''
  if (visit) endVisit()
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
  stopWaitingForEnd()
  const end = document.querySelector('.prose')?.lastElementChild
  if (!end) return
  stopWaitingForEnd = whenNear([end], '0px', () => {
    if (visit) visit.isRead = true
  })
}

/** Adds a search without a result to the message of the current visit. */
export function recordEmptySearch(words: string): void {
  note(visit?.searches, words)
}

/** Stops counting for this page load, because the visits of admins are not counted. */
export function ignoreAdminVisits(): void {
  isAuthor = true
  visit = null
  ended = []
}

function notePicture(target: EventTarget | null): void {
  if (!(target instanceof HTMLImageElement) || !navigator.onLine) return
  const source = target.currentSrc || target.src
  const { origin, host, pathname } = new URL(source, location.href)
  if (source && host) note(visit?.pictures, origin === location.origin ? pathname : host + pathname)
}

function note(list: string[] | undefined, text: string): void {
  if (list && list.length < VISIT_LIST_ENTRIES_MAX && !list.includes(cut(text))) list.push(cut(text))
}

const cut = (text: string) => text.slice(0, VISIT_TEXT_LENGTH_MAX)

/**
 * Sends all visits so far. When the reader comes back to the tab, the visit continues, and a further message reports
 * the additional time.
 */
function send(): void {
  endVisit()
  if (ended.length > 0) navigator.sendBeacon(toServerUrl(VISITS_PATH), JSON.stringify(ended))
  ended = []
}

function endVisit(): void {
  if (!visit || since === 0) return
  visit.seconds = Math.min(Math.round((performance.now() - since) / 1000), VISIT_SECONDS_MAX)
  since = 0
  const isFull = ended.push(visit) === VISITS_PER_MESSAGE_MAX
  visit = { ...visit, isNew: false, isRead: false, searches: [], pictures: [] }
  if (isFull) send()
}
