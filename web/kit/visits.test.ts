import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Visit } from '#contract/visits.ts'
import { dispatchEvent, installFakePage } from '../testing/render.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  // A page finishes loading some time after its navigation began.
  vi.advanceTimersByTime(1_000)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens a page with a text. `sent` has the visits that each message has reported. */
async function openPage({ navigator = {}, referrer = '', html = '<p>Start</p><p id="end">End</p>' } = {}) {
  const sent: Visit[][] = []
  const sendBeacon = (path: string, body: string) => {
    expect(path).toBe('/api/visits')
    sent.push(JSON.parse(body))
    return true
  }
  const { document, window } = installFakePage(() => new Response(), { sendBeacon, ...navigator })
  document.body.innerHTML = `<main><div class="prose">${html}</div></main>`
  let isHidden = false
  Object.defineProperty(document, 'hidden', { get: () => isHidden })
  Object.defineProperty(document, 'referrer', { value: referrer })
  Object.assign(window.location, { origin: 'https://nebelhorn.example', href: 'https://nebelhorn.example/' })
  vi.stubGlobal('addEventListener', document.addEventListener.bind(document))
  vi.stubGlobal('HTMLImageElement', document.createElement('img').constructor)
  let observed: Element | null = null
  let meet = (_entries: object[]) => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onMeet: typeof meet) {
        meet = onMeet
      }
      observe = (element: Element) => {
        observed = element
      }
      disconnect() {
        observed = null
      }
    },
  )
  const { startVisit, ignoreAdminVisits, recordEmptySearch } = await import('./visits.ts')
  return {
    document,
    sent,
    startVisit,
    ignoreVisits: ignoreAdminVisits,
    noteEmptySearch: recordEmptySearch,
    wait: (seconds: number) => vi.advanceTimersByTime(seconds * 1_000),
    setHidden: (hidden: boolean) => {
      isHidden = hidden
      dispatchEvent(document, 'visibilitychange')
    },
    leave: () => dispatchEvent(document, 'pagehide'),
    scrollToEnd: () => {
      expect(observed?.id).toBe('end')
      meet([{ isIntersecting: true }])
    },
  }
}

const visit = { path: '/one', isNew: true, seconds: 0, isRead: false, from: '', searches: [], pictures: [] }

test('when the reader leaves, the visit is reported with its visible time and whether the end of the text came into view', async () => {
  const { startVisit, wait, setHidden, leave, scrollToEnd, sent } = await openPage()
  startVisit('/one')
  wait(12)
  scrollToEnd()
  expect(sent).toEqual([])
  setHidden(true)
  leave()
  expect(sent).toEqual([[{ ...visit, seconds: 12, isRead: true }]])
})

test('a reader who comes back to the tab continues the visit, and the time while the tab was hidden does not count', async () => {
  const { startVisit, wait, setHidden, scrollToEnd, sent } = await openPage()
  startVisit('/one')
  wait(3)
  setHidden(true)
  wait(1_000)
  setHidden(false)
  wait(4)
  scrollToEnd()
  setHidden(true)
  expect(sent).toEqual([[{ ...visit, seconds: 3 }], [{ ...visit, isNew: false, seconds: 4, isRead: true }]])
})

test('a navigation in the application begins a new visit, and one message reports both visits', async () => {
  const { startVisit, wait, leave, sent } = await openPage({ referrer: 'https://news.example.org/' })
  startVisit('/one')
  // The application counts the page that boot.ts has already counted, which must not begin a new visit.
  startVisit('/one')
  wait(2)
  startVisit('/two')
  wait(5)
  leave()
  expect(sent).toEqual([
    [
      { ...visit, seconds: 2, from: 'news.example.org' },
      { ...visit, path: '/two', seconds: 5, from: '/one' },
    ],
  ])
})

test('a path of more than 200 characters is cut, because the server refuses all visits of a message with a longer path', async () => {
  const { startVisit, wait, leave, sent } = await openPage()
  const long = `/${'wrong-address-'.repeat(30)}`
  for (const path of ['/one', long, long, '/two']) {
    startVisit(path)
    wait(1)
  }
  leave()
  const cut = long.slice(0, 200)
  expect(sent.flat().map(({ path, from }) => [path, from])).toEqual([
    ['/one', ''],
    [cut, '/one'],
    ['/two', cut],
  ])
})

test('one message reports at most eight visits, and each visit is reported once', async () => {
  const { startVisit, wait, setHidden, sent } = await openPage()
  const paths = Array.from({ length: 20 }, (_, at) => `/${at}`)
  for (const path of paths) {
    startVisit(path)
    wait(1)
  }
  setHidden(true)
  expect(sent.map((visits) => visits.length)).toEqual([8, 8, 4])
  expect(sent.flat().map(({ path, isNew, seconds }) => [path, isNew, seconds])).toEqual(
    paths.map((path) => [path, true, 1]),
  )
})

test('one message reports at most half an hour of a visit', async () => {
  const { startVisit, wait, leave, sent } = await openPage()
  startVisit('/one')
  wait(5_000)
  leave()
  expect(sent).toEqual([[{ ...visit, seconds: 1800 }]])
})

test('a visit reports each search without a result and each broken picture once, at most five of each, and without the queries of URLs', async () => {
  const { startVisit, noteEmptySearch, document, leave, sent } = await openPage()
  startVisit('/one')
  for (const words of ['kettle', 'kettle', 'b', 'c', 'd', 'e', 'f']) noteEmptySearch(words)
  const sources = ['/boat.png?size=1', 'https://other.example/x.png#y', 'data:image/png;base64,x']
  for (const src of sources) {
    const picture = document.body.appendChild(document.createElement('img'))
    picture.setAttribute('src', src)
    dispatchEvent(picture, 'error', { bubbles: false })
  }
  leave()
  expect(sent[0]?.[0]).toMatchObject({
    searches: ['kettle', 'b', 'c', 'd', 'e'],
    pictures: ['/boat.png', 'other.example/x.png'],
  })
})

test('the visits of an admin are not counted, and neither are the visits before the login', async () => {
  const { startVisit, ignoreVisits, leave, sent } = await openPage()
  startVisit('/one')
  startVisit('/two')
  ignoreVisits()
  startVisit('/three')
  leave()
  expect(sent).toEqual([])
})

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
  ['an automated browser', { webdriver: true }],
])('no visit is sent with %s', async (_, navigator) => {
  const { startVisit, noteEmptySearch, leave, sent } = await openPage({ navigator })
  startVisit('/one')
  noteEmptySearch('kettle')
  leave()
  expect(sent).toEqual([])
})
