import { type HubConnection, HubConnectionState } from '@microsoft/signalr'
import { LIVE_HIDDEN_TIMEOUT_MS, LIVE_RETRY_MS, SECOND_MS } from '#contract/limits.ts'
import type { HubServerMethods } from '#contract/live.ts'
import { onTokensChanged } from '../api/tokens.ts'
import { createHubConnection, liveEventNames } from './live-client.ts'
import type { LiveConnection, LiveConnectionCallbacks } from './live-site.ts'
import { createLiveTokenSource } from './live-token.ts'

/**
 * A page shows an interruption only when it lasts longer than this time. Short interruptions are normal, because the
 * server ends a connection when its token expires.
 */
const GRACE_MS = 3 * SECOND_MS
/**
 * The interval of the clock check, and the longest normal time between two checks. After a longer time, the computer
 * has slept. A minute is normal, because browsers run the timers of hidden tabs only once a minute.
 */
const CLOCK_CHECK_MS = 30 * SECOND_MS
const ASLEEP_MS = 90 * SECOND_MS

/**
 * Keeps the page connected to the hub. When the client's own reconnects have failed, the page connects again every half
 * minute. It also connects at once when the network is back, when the page becomes visible, and when somebody logs in
 * or out.
 */
export function connectLive(site: LiveConnectionCallbacks): LiveConnection {
  const token = createLiveTokenSource()
  let current: HubConnection | null = null
  let startedAt = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let grace: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  /** Whether the page is disconnected because it has been hidden for a long time. */
  let isResting = false

  /** Connects, and replaces the previous connection. */
  function open(): void {
    close()
    const connection = createHubConnection(token.get, token.failed)
    const isCurrent = () => connection === current
    let reconnecting = false
    for (const event of liveEventNames) {
      connection.on(event, (...details) => isCurrent() && site.publish(event, ...(details as never)))
    }
    connection.onreconnecting(() => {
      reconnecting = true
      if (isCurrent()) startGrace()
    })
    connection.onreconnected(() => {
      reconnecting = false
      finishConnecting(connection)
    })
    connection.onclose(() => {
      if (!isCurrent()) return
      // The server ended the connection, for example because rights changed. The page reconnects at once, unless this
      // happens repeatedly.
      if (!reconnecting && Date.now() - startedAt > LIVE_RETRY_MS) open()
      else retryLater()
    })
    current = connection
    startedAt = Date.now()
    startGrace()
    connection.start().then(
      () => finishConnecting(connection),
      (reason) => {
        if (!isCurrent()) return
        if (token.failed(reason)) open()
        else retryLater()
      },
    )
  }

  function close(): void {
    clearTimeout(retry)
    const before = current
    current = null
    // The page no longer uses this connection, so a failure to stop it does not matter.
    before?.stop().catch(() => {})
  }

  function retryLater(): void {
    disconnect()
    if (!isResting) retry = setTimeout(open, LIVE_RETRY_MS * (0.75 + Math.random() / 2))
  }

  async function finishConnecting(connection: HubConnection): Promise<void> {
    const calls = Object.keys(site.subscriptions()) as (keyof HubServerMethods)[]
    await Promise.all(calls.map((call) => subscribe(connection, call)))
    if (connection !== current || connection.state !== HubConnectionState.Connected) return
    clearTimeout(grace)
    grace = undefined
    site.onConnected()
  }

  function startGrace(): void {
    grace ??= setTimeout(site.onDisconnected, GRACE_MS)
  }

  function disconnect(): void {
    close()
    clearTimeout(grace)
    grace = undefined
    site.onDisconnected()
  }

  /**
   * Sends a subscription. The hub refuses unknown targets and targets of other readers; the page then gets no events
   * about them.
   * @returns whether the hub has accepted the subscription
   */
  const subscribe = (connection: HubConnection, call: keyof HubServerMethods): Promise<boolean> =>
    connection.invoke(call, ...site.subscriptions()[call]).then(
      () => true,
      () => false,
    )

  /** Connects now, unless the page is already connected or has been hidden for a long time. */
  function connectNow(): void {
    if (!isResting && current?.state !== HubConnectionState.Connected) open()
  }

  function onVisibility(): void {
    clearTimeout(hiding)
    isResting = false
    if (!document.hidden) connectNow()
    else
      hiding = setTimeout(() => {
        isResting = true
        disconnect()
      }, LIVE_HIDDEN_TIMEOUT_MS)
  }

  /** Called after the computer slept. The connection may be lost unnoticed, or may have missed events. */
  function wake(): void {
    if (current?.state === HubConnectionState.Connected) site.onConnected()
    else connectNow()
  }

  let checkedAt = Date.now()
  setInterval(() => {
    const asleep = Date.now() - checkedAt > ASLEEP_MS
    checkedAt = Date.now()
    if (asleep) wake()
  }, CLOCK_CHECK_MS)
  document.addEventListener('resume', wake)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', connectNow)
  // The browser's back-forward cache accepts only pages without an open connection.
  window.addEventListener('pagehide', disconnect)
  window.addEventListener('pageshow', ({ persisted }) => persisted && connectNow())
  onTokensChanged(() => {
    if (!isResting && token.isOfAnother()) open()
  })

  if (document.hidden) onVisibility()
  open()
  return {
    subscribe: async (call) => {
      const connection = current
      if (connection?.state !== HubConnectionState.Connected) return
      const watched = site.subscriptions()[call]
      const isSubscribed = await subscribe(connection, call)
      const [target] = watched
      if (!isSubscribed || target === null || connection !== current || site.subscriptions()[call] !== watched) return
      // The target may have changed before the subscription reached the hub, so the target is fetched again.
      if (call === 'watchPage') site.publish('commentsChanged', target)
      else if (call === 'watchKitchen') site.publish('kitchenChanged', target)
      else site.publish('orderChanged', { orderId: target, vId: '', version: 0 })
    },
  }
}
