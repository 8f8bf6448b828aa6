import { type HubConnection, HubConnectionState } from '@microsoft/signalr'
import { LIVE_HIDDEN_MS, LIVE_RETRY_MS, SECOND_MS } from '#contract/limits.ts'
import type { HubServerMethods } from '#contract/live.ts'
import { onTokensChanged } from '../api/tokens.ts'
import { liveClient, liveEvents } from './live-client.ts'
import type { LiveConnection, LiveSite } from './live-site.ts'
import { liveToken } from './live-token.ts'

/** A connection that is back within this time was never away: the server ends one when its token does. */
const GRACE_MS = 3 * SECOND_MS
/** A clock that is looked at every so often, and has jumped so far, was asleep. Browsers wake a hidden tab once a minute. */
const LOOK_MS = 30 * SECOND_MS
const ASLEEP_MS = 90 * SECOND_MS

/**
 * Keeps the page connected to the hub. When the client's reconnects are used up, or there was no connection to begin with,
 * it begins anew every half minute; and at once when the network is back, when the page is looked at, and when somebody
 * logs in or out.
 */
export function connectLive(site: LiveSite): LiveConnection {
  const token = liveToken()
  let current: HubConnection | null = null
  let startedAt = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let grace: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  /** Hidden for so long that nobody is waiting for news. */
  let resting = false

  /** Begins anew, whatever there was. */
  function open(): void {
    close()
    const connection = liveClient(token.get, token.failed)
    const isCurrent = () => connection === current
    let reconnecting = false
    for (const event of liveEvents) {
      connection.on(event, (...news) => isCurrent() && site.tell(event, ...(news as never)))
    }
    connection.onreconnecting(() => {
      reconnecting = true
      if (isCurrent()) waver()
    })
    connection.onreconnected(() => {
      reconnecting = false
      arrive(connection)
    })
    connection.onclose(() => {
      if (!isCurrent()) return
      // The server has ended it, as when somebody's rights have changed: then at once, but not over and over.
      if (!reconnecting && Date.now() - startedAt > LIVE_RETRY_MS) open()
      else later()
    })
    current = connection
    startedAt = Date.now()
    waver()
    connection.start().then(
      () => arrive(connection),
      (why) => {
        if (!isCurrent()) return
        if (token.failed(why)) open()
        else later()
      },
    )
  }

  function close(): void {
    clearTimeout(retry)
    const before = current
    current = null
    // One that is still being started rejects, as told.
    before?.stop().catch(() => {})
  }

  function later(): void {
    lose()
    if (!resting) retry = setTimeout(open, LIVE_RETRY_MS * (0.75 + Math.random() / 2))
  }

  async function arrive(connection: HubConnection): Promise<void> {
    const calls = Object.keys(site.wishes()) as (keyof HubServerMethods)[]
    await Promise.all(calls.map((call) => ask(connection, call)))
    if (connection !== current || connection.state !== HubConnectionState.Connected) return
    clearTimeout(grace)
    grace = undefined
    site.arrived()
  }

  function waver(): void {
    grace ??= setTimeout(site.lost, GRACE_MS)
  }

  function lose(): void {
    close()
    clearTimeout(grace)
    grace = undefined
    site.lost()
  }

  /** What the hub does not know, or is not for this reader, has no news. */
  const ask = (connection: HubConnection, call: keyof HubServerMethods) =>
    connection.invoke(call, ...site.wishes()[call]).catch(() => {})

  /** Tries now, unless it is connected or has a reason not to be. */
  function hurry(): void {
    if (!resting && current?.state !== HubConnectionState.Connected) open()
  }

  function onVisibility(): void {
    clearTimeout(hiding)
    resting = false
    if (!document.hidden) hurry()
    else
      hiding = setTimeout(() => {
        resting = true
        lose()
      }, LIVE_HIDDEN_MS)
  }

  /** It may believe that it is connected; and if it is, it may have missed what was said while nobody listened. */
  function wake(): void {
    if (current?.state === HubConnectionState.Connected) site.arrived()
    else hurry()
  }

  let lookedAt = Date.now()
  setInterval(() => {
    const asleep = Date.now() - lookedAt > ASLEEP_MS
    lookedAt = Date.now()
    if (asleep) wake()
  }, LOOK_MS)
  document.addEventListener('resume', wake)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', hurry)
  // The browser keeps a page to come back to only when that holds no connection.
  window.addEventListener('pagehide', lose)
  window.addEventListener('pageshow', ({ persisted }) => persisted && hurry())
  onTokensChanged(() => {
    if (!resting && token.isOfAnother()) open()
  })

  if (document.hidden) onVisibility()
  open()
  return {
    ask: async (call) => {
      const connection = current
      if (connection?.state !== HubConnectionState.Connected) return
      const [pageUrl] = site.wishes().watchPage
      await ask(connection, call)
      // Between being asked for and being watched, it may have changed.
      if (call === 'watchPage' && connection === current && pageUrl !== null && site.wishes().watchPage[0] === pageUrl)
        site.tell('commentsChanged', pageUrl)
    },
  }
}
