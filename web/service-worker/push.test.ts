import { beforeEach, expect, it, vi } from 'vitest'
import { listenForPush, parsePushMessage } from './push.ts'

const listeners = new Map<string, (event: object) => void>()
const showNotification = vi.fn()
const openWindow = vi.fn()
const matchAll = vi.fn()
beforeEach(() => {
  openWindow.mockClear()
  vi.stubGlobal('self', {
    location: { origin: 'https://nebelhorn.example' },
    registration: { showNotification },
    clients: { matchAll, openWindow },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  })
})

const content = { title: 'Nora replied to you', body: 'Yes.', url: '/seefunk?a=1#comment-2', tag: 'comment-1' }
const message = (json: unknown) => ({ json: () => json })
const fallback = { title: 'Nebelhorn has news for you', body: '', url: '/', tag: 'news' }

it('S7.11 a push message is shown unchanged, whether it arrives directly or through Firebase', () => {
  expect(parsePushMessage(message({ topic: 'replies', ...content }))).toEqual(content)
  expect(parsePushMessage(message({ data: { topic: 'replies', ...content }, from: '1' }))).toEqual(content)
})

it('S7.11 a notification that replaces one with the same tag alerts the reader again', () => {
  listenForPush()
  const push = (data: object) => listeners.get('push')?.({ data: message(data), waitUntil: () => {} })
  push(content)
  expect(showNotification.mock.lastCall).toMatchObject([content.title, { tag: 'comment-1', renotify: true }])
  // Without a tag, a browser refuses to alert again.
  push({ title: 'Nora replied to you' })
  expect(showNotification.mock.lastCall).toMatchObject(['Nora replied to you', { tag: '', renotify: false }])
})

it.each([
  ['no data at all', null],
  ['data that is not JSON', { json: () => JSON.parse('{') }],
  ['null', message(null)],
  ['a plain text', message('title')],
  ['no title', message({ body: 'Yes.' })],
  ['an empty title', message({ title: '' })],
  ['a title that is not a text', message({ title: 1 })],
])('S7.11 a push message with %s shows a fallback notification', (_name, data) => {
  expect(parsePushMessage(data)).toEqual(fallback)
})

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'seefunk',
  '',
  undefined,
  7,
])('S7.11 a notification with the URL %s never opens another site', (url) => {
  expect(parsePushMessage(message({ ...content, url })).url).toBe('/')
})

/**
 * Clicks a notification for `/seefunk` while tabs are open. Each tab has been loaded at a path.
 * @param answer what the page of the tab answers to the request to navigate; undefined when it does not answer
 * @returns the paths of the focused tabs
 */
async function clickNotification(tabs: { path: string; answer?: boolean }[]): Promise<string[]> {
  const focused: string[] = []
  const clients = tabs.map(({ path, answer }) => ({
    url: `https://nebelhorn.example${path}`,
    postMessage: (_message: object, [port]: [MessagePort]) => answer !== undefined && port.postMessage(answer),
    focus: async () => void focused.push(path),
  }))
  matchAll.mockResolvedValue(clients)
  listenForPush()
  let work: Promise<void> | undefined
  const notification = { close: () => {}, data: { url: '/seefunk' } }
  listeners.get('notificationclick')?.({ notification, waitUntil: (opening: Promise<void>) => (work = opening) })
  await work
  return focused
}

it('S7.11 when the tab that was loaded at the page of a notification shows another page with unsaved text, the click opens a new tab', async () => {
  expect(await clickNotification([{ path: '/seefunk', answer: false }])).toEqual([])
  expect(openWindow).toHaveBeenCalledWith('/seefunk')
})

it('S7.11 a click on a notification focuses the tab that was loaded at its URL, or the latest tab if that tab refuses', async () => {
  const latest = { path: '/', answer: true }
  expect(await clickNotification([latest, { path: '/seefunk', answer: true }])).toEqual(['/seefunk'])
  expect(await clickNotification([latest, { path: '/seefunk' }])).toEqual(['/seefunk'])
  expect(await clickNotification([latest, { path: '/seefunk', answer: false }])).toEqual(['/'])
  expect(openWindow).not.toHaveBeenCalled()
})
