import type { Page, Route, WebSocketRoute } from '@playwright/test'
import { HUB_PATH } from '../contract/live.ts'

const END = '\x1e'

/** A hub that the test controls. While it is running, it follows the hub's protocol. */
export interface FakeHub {
  /** The received messages. Only the handshake message has a protocol. */
  heard: { type: number; target?: string; arguments?: unknown[]; protocol?: string }[]
  /** The access token of each negotiation; null for an anonymous one. */
  tokens: (string | null)[]
  /** Ends all connections and refuses new ones without a console message. */
  vanish: () => Promise<void>
  comeBack: () => void
  /** Makes the next negotiation fail with 401. */
  refuseNext: () => void
  /** Calls a method of the page, such as `commentsChanged`. */
  tell: (target: string, ...args: unknown[]) => void
  /** Closes the connection as a server does, with or without permission to reconnect. */
  close: (allowReconnect: boolean) => void
}

/** Replaces the site's hub for one page. Only WebSockets are supported. Must be called before the page is opened. */
export async function installFakeHub(page: Page): Promise<FakeHub> {
  let here = true
  let refusing = false
  let socket: WebSocketRoute | undefined
  const send = (message: object) => socket?.send(JSON.stringify(message) + END)
  const hub: FakeHub = {
    heard: [],
    tokens: [],
    vanish: async () => {
      here = false
      await socket?.close()
      socket = undefined
    },
    comeBack: () => {
      here = true
    },
    refuseNext: () => {
      refusing = true
    },
    tell: (target, ...args) => send({ type: 1, target, arguments: args }),
    close: (allowReconnect) => send({ type: 7, ...(allowReconnect && { allowReconnect }) }),
  }

  await page.route(`${HUB_PATH}/negotiate?*`, (route: Route) => {
    hub.tokens.push(route.request().headers().authorization?.replace('Bearer ', '') ?? null)
    const refused = refusing
    refusing = false
    if (refused) return route.fulfill({ status: 401 })
    if (!here) return route.fulfill({ json: { error: 'gone' } })
    const id = crypto.randomUUID()
    return route.fulfill({
      json: {
        negotiateVersion: 1,
        connectionId: id,
        connectionToken: id,
        availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
      },
    })
  })
  await page.routeWebSocket(/\/hub\?id=/, (opened) => {
    socket = opened
    opened.onMessage((frame) => {
      for (const text of String(frame).split(END).slice(0, -1)) {
        const message = JSON.parse(text)
        if (message.protocol) opened.send(`{}${END}`)
        if (message.invocationId) opened.send(JSON.stringify({ type: 3, invocationId: message.invocationId }) + END)
        hub.heard.push(message)
      }
    })
  })
  return hub
}
