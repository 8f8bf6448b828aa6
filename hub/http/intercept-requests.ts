import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { refusalAnswers, refuseUpgrade, writeAnswer } from './answers.ts'

/** Handlers of the events of an HTTP server. Each returns false to leave the event to the listeners of the server. */
export interface RequestInterceptor {
  request(request: IncomingMessage, response: ServerResponse): boolean
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Returns whether a request for an upgrade to any protocol must be answered by `upgrade`. */
  isForUpgrades(request: IncomingMessage): boolean
}

/** An HTTP server of Node 24.9 or newer asks this function whether a request becomes an upgrade. */
type UpgradeDecider = { shouldUpgradeCallback?: (request: IncomingMessage) => boolean }

/**
 * Handles requests and upgrades before the listeners of an HTTP server get them. Replaces `emit` of the server, so that
 * listeners may be added before or after this call. Requests and upgrades without any listener get 404.
 * @returns a function that ends the interception. Afterwards, requests without any listener get 503
 */
export function interceptRequests(server: Server, interceptor: RequestInterceptor): () => void {
  const emit = server.emit as (event: string | symbol, ...args: unknown[]) => boolean
  let isActive = true
  const intercept = (event: string | symbol, ...args: unknown[]): boolean => {
    if (!isActive || (event !== 'request' && event !== 'upgrade')) return emit.call(server, event, ...args)
    const handle = interceptor[event] as (...args: unknown[]) => boolean
    if (handle(...args) || emit.call(server, event, ...args)) return true
    if (event === 'request') (args[1] as ServerResponse).writeHead(404).end()
    return true
  }
  server.emit = intercept
  server.off('request', refuseUnclaimedRequest)
  // Node accepts upgrades only while the server has a listener for them.
  server.on('upgrade', refuseUnclaimedUpgrade)
  const stopDeciding = ignoreOtherUpgrades(server, (request) => isActive && interceptor.isForUpgrades(request))
  return () => {
    isActive = false
    if (server.emit === intercept) server.emit = emit
    server.off('upgrade', refuseUnclaimedUpgrade)
    stopDeciding()
    // Node does not answer a request without a listener.
    server.off('request', refuseUnclaimedRequest).on('request', refuseUnclaimedRequest)
  }
}

/** The deciders of hub servers. With several hub servers on an HTTP server, each decider calls the previous decider. */
const deciders = new WeakSet<UpgradeDecider['shouldUpgradeCallback'] & object>()

/**
 * At paths without a hub, makes Node ignore offers of protocols other than WebSocket, as it does without a listener for
 * upgrades. The HTTP client of Java, for example, offers HTTP/2 with each request. Node 22 cannot ignore such an offer.
 * @returns a function that gives the decision back to the server
 */
function ignoreOtherUpgrades(
  server: Server & UpgradeDecider,
  isForUpgrades: RequestInterceptor['isForUpgrades'],
): () => void {
  const { shouldUpgradeCallback } = server
  if (!shouldUpgradeCallback) return () => {}
  const decide = (request: IncomingMessage): boolean =>
    isForUpgrades(request) ||
    ((isForWebSocket(request) || deciders.has(shouldUpgradeCallback) || hasOtherUpgradeListener(server)) &&
      shouldUpgradeCallback.call(server, request))
  deciders.add(decide)
  server.shouldUpgradeCallback = decide
  return () => {
    if (server.shouldUpgradeCallback === decide) server.shouldUpgradeCallback = shouldUpgradeCallback
  }
}

const isForWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'

const hasOtherUpgradeListener = (server: Server): boolean =>
  server.listeners('upgrade').some((listener) => listener !== refuseUnclaimedUpgrade)

/** Refuses a request after the end of the interception when the application does not listen for requests. */
function refuseUnclaimedRequest(this: Server, _request: IncomingMessage, response: ServerResponse): void {
  const isUnclaimed = this.listeners('request').every((listener) => listener === refuseUnclaimedRequest)
  if (isUnclaimed) writeAnswer(response, refusalAnswers.closing)
}

/** Refuses an upgrade when the application does not listen for upgrades. */
function refuseUnclaimedUpgrade(this: Server, _request: IncomingMessage, socket: Duplex): void {
  if (hasOtherUpgradeListener(this) || socket.writableEnded) return
  socket.on('error', () => {})
  refuseUpgrade(socket, refusalAnswers.notHere)
}
