import type { PushPayload } from '#contract/push.ts'
import type { ServiceWorkerMessage } from '#contract/worker-messages.ts'
import { site } from '#site'

declare const self: ServiceWorkerGlobalScope

type Shown = Pick<PushPayload, 'title' | 'body' | 'url' | 'tag'>

/** How long an open page may take to say whether it goes where it is asked to. */
const ANSWER_MS = 500

/** What is shown of a message that cannot be read: a browser wants to see one for each that comes (userVisibleOnly). */
const somethingNew: Shown = { title: `${site.name} has news for you`, body: '', url: '/', tag: 'news' }

/** Hears what the push service delivers, and what is done with it. */
export function listenForPush(): void {
  self.addEventListener('push', onPush)
  self.addEventListener('notificationclick', onNotificationClick)
  self.addEventListener('pushsubscriptionchange', onSubscriptionChange)
}

/** S7.11: shows what has come by push. */
function onPush(event: PushEvent): void {
  const { title, body, url, tag } = shownOf(event.data)
  const icon = '/icon-192.png'
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, badge: icon, data: { url } }))
}

/** A click leads to the page: in the tab where it is open, in one that has nothing to lose, or in a new one. */
function onNotificationClick(event: NotificationEvent): void {
  event.notification.close()
  event.waitUntil(open(pathOf(event.notification.data?.url)))
}

/** Only a page can register anew, as the worker has no tokens; without one, the next that is loaded does. */
function onSubscriptionChange(event: ExtendableEvent): void {
  const tell = async () => {
    const message: ServiceWorkerMessage = { type: 'subscription changed' }
    for (const tab of await tabs()) tab.postMessage(message)
  }
  event.waitUntil(tell())
}

/** What to show of a message: the site's own, or the same as Firebase delivers it, in `data`. */
export function shownOf(data: Pick<PushMessageData, 'json'> | null): Shown {
  try {
    const sent = data?.json()
    const { title, body, url, tag } = sent.data ?? sent
    if (typeof title !== 'string' || title === '') return somethingNew
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return { title, body: text(body), url: pathOf(url), tag: text(tag) }
  } catch {
    return somethingNew
  }
}

/** An address of this site from its slash on; for any other the start. */
function pathOf(url: unknown): string {
  const { origin } = self.location
  if (typeof url !== 'string' || !url.startsWith('/') || !URL.canParse(url, origin)) return '/'
  const { origin: itsOrigin, pathname, search, hash } = new URL(url, origin)
  return itsOrigin === origin ? pathname + search + hash : '/'
}

async function open(url: string): Promise<void> {
  const open = await tabs()
  const address = new URL(url, self.location.origin).href
  const there = open.find((tab) => tab.url === address)
  if (there) return void (await there.focus())
  // The one that was looked at last comes first.
  const [latest] = open
  if (latest && (await goes(latest, url))) await latest.focus()
  else await self.clients.openWindow(url)
}

const tabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Asks a page to go to an address of the site. It does not where something is being written. */
function goes(tab: Client, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const message: ServiceWorkerMessage = { type: 'open', url }
  tab.postMessage(message, [port2])
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(false), ANSWER_MS)
  })
}
