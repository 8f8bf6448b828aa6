import type { PushPayload } from '#contract/push.ts'
import type { ServiceWorkerMessage } from '#contract/worker-messages.ts'
import { site } from '#site'

declare const self: ServiceWorkerGlobalScope

type PushNotification = Pick<PushPayload, 'title' | 'body' | 'url' | 'tag'>

/** How long an open page may take to say whether it goes where it is asked to. */
const ANSWER_MS = 500

/** What is shown of a message that cannot be read: a browser wants to see one for each that comes (userVisibleOnly). */
const fallbackNotification: PushNotification = {
  title: `${site.name} has news for you`,
  body: '',
  url: '/',
  tag: 'news',
}

/** Hears what the push service delivers, and what is done with it. */
export function listenForPush(): void {
  self.addEventListener('push', onPush)
  self.addEventListener('notificationclick', onNotificationClick)
  self.addEventListener('pushsubscriptionchange', onSubscriptionChange)
}

/** S7.11: shows what has come by push. */
function onPush(event: PushEvent): void {
  const { title, body, url, tag } = toNotification(event.data)
  const icon = '/icon-192.png'
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, badge: icon, data: { url } }))
}

/** A click leads to the page: in the tab where it is open, in one that has nothing to lose, or in a new one. */
function onNotificationClick(event: NotificationEvent): void {
  event.notification.close()
  event.waitUntil(openPage(toSitePath(event.notification.data?.url)))
}

/** Only a page can register anew, as the worker has no tokens; without one, the next that is loaded does. */
function onSubscriptionChange(event: ExtendableEvent): void {
  const notifyTabs = async () => {
    const message: ServiceWorkerMessage = { type: 'subscription changed' }
    for (const tab of await findTabs()) tab.postMessage(message)
  }
  event.waitUntil(notifyTabs())
}

/** What to show of a message: the site's own, or the same as Firebase delivers it, in `data`. */
export function toNotification(data: Pick<PushMessageData, 'json'> | null): PushNotification {
  try {
    const payload = data?.json()
    const { title, body, url, tag } = payload.data ?? payload
    if (typeof title !== 'string' || title === '') return fallbackNotification
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return { title, body: text(body), url: toSitePath(url), tag: text(tag) }
  } catch {
    return fallbackNotification
  }
}

/** An address of this site from its slash on; for any other the start. */
function toSitePath(url: unknown): string {
  const { origin } = self.location
  if (typeof url !== 'string' || !url.startsWith('/') || !URL.canParse(url, origin)) return '/'
  const { origin: targetOrigin, pathname, search, hash } = new URL(url, origin)
  return targetOrigin === origin ? pathname + search + hash : '/'
}

async function openPage(url: string): Promise<void> {
  const tabs = await findTabs()
  const address = new URL(url, self.location.origin).href
  const openTab = tabs.find((tab) => tab.url === address)
  if (openTab) return void (await openTab.focus())
  // The one that was looked at last comes first.
  const [latest] = tabs
  if (latest && (await askToNavigate(latest, url))) await latest.focus()
  else await self.clients.openWindow(url)
}

const findTabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Asks a page to go to an address of the site. It does not where something is being written. */
function askToNavigate(tab: Client, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const message: ServiceWorkerMessage = { type: 'open', url }
  tab.postMessage(message, [port2])
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(false), ANSWER_MS)
  })
}
