import type { PushPayload } from '#contract/push.ts'
import type { WorkerToPageMessage } from '#contract/worker-messages.ts'
import { site } from '#site'

declare const self: ServiceWorkerGlobalScope

type PushNotification = Pick<PushPayload, 'title' | 'body' | 'url' | 'tag'>

/** The time within which an open page must answer a request to navigate, in milliseconds. */
const ANSWER_MS = 500

/**
 * The notification for an unreadable message. Browsers require that each push message shows a notification
 * (userVisibleOnly).
 */
const fallbackNotification: PushNotification = {
  title: `${site.name} has news for you`,
  body: '',
  url: '/',
  tag: 'news',
}

export function listenForPush(): void {
  self.addEventListener('push', onPush)
  self.addEventListener('notificationclick', onNotificationClick)
  self.addEventListener('pushsubscriptionchange', onSubscriptionChange)
}

/** The types of TypeScript lack `renotify`, because Safari does not support it. */
type AlertOptions = NotificationOptions & { renotify: boolean }

/**
 * Shows a push message as a notification (S7.11). A notification replaces an earlier one with the same tag.
 * `renotify` alerts the reader again, for example when an order becomes ready. Browsers refuse it without a tag.
 */
function onPush(event: PushEvent): void {
  const { title, body, url, tag } = parsePushMessage(event.data)
  const icon = '/icon-192.png'
  const options: AlertOptions = { body, tag, renotify: tag !== '', icon, badge: icon, data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
}

/**
 * Opens the page of a clicked notification: in the tab that was loaded at the page, in the latest tab, or in a new tab.
 * A tab with unsaved text does not leave its page.
 */
function onNotificationClick(event: NotificationEvent): void {
  event.notification.close()
  event.waitUntil(openPage(toSitePath(event.notification.data?.url)))
}

/**
 * Asks open pages to register the device again, because the service worker has no tokens. If no page is open, the next
 * page load registers the device.
 */
function onSubscriptionChange(event: ExtendableEvent): void {
  const notifyTabs = async () => {
    const message: WorkerToPageMessage = { type: 'subscription changed' }
    for (const tab of await findTabs()) tab.postMessage(message)
  }
  event.waitUntil(notifyTabs())
}

/** Reads the notification from a push message. Firebase wraps the notification in `data`. */
export function parsePushMessage(data: Pick<PushMessageData, 'json'> | null): PushNotification {
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

/** Returns the path of a URL of this site; Home for any other URL. */
function toSitePath(url: unknown): string {
  const { origin } = self.location
  if (typeof url !== 'string' || !url.startsWith('/') || !URL.canParse(url, origin)) return '/'
  const { origin: targetOrigin, pathname, search, hash } = new URL(url, origin)
  return targetOrigin === origin ? pathname + search + hash : '/'
}

async function openPage(url: string): Promise<void> {
  const tabs = await findTabs()
  const address = new URL(url, self.location.origin).href
  // The URL of a tab is the URL at which the tab was loaded. The application may show another page by now.
  const loadedTab = tabs.find((tab) => tab.url === address)
  if (loadedTab && (await askToNavigate(loadedTab, url)) !== false) return void (await loadedTab.focus())
  // The most recently focused tab comes first.
  const [latest] = tabs
  if (latest && latest !== loadedTab && (await askToNavigate(latest, url))) await latest.focus()
  else await self.clients.openWindow(url)
}

const findTabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/**
 * Asks a page to navigate. A page with unsaved text refuses, unless it shows the URL already.
 * @returns whether the page shows the URL; null when the page does not answer
 */
function askToNavigate(tab: Client, url: string): Promise<boolean | null> {
  const { port1, port2 } = new MessageChannel()
  const message: WorkerToPageMessage = { type: 'open', url }
  tab.postMessage(message, [port2])
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(null), ANSWER_MS)
  })
}
