import type { HubClientMethods, HubServerMethods } from '#contract/live.ts'

/** The page's subscriptions: the arguments of each call to the hub that subscribes. */
export type Subscriptions = { [C in keyof HubServerMethods]: Parameters<HubServerMethods[C]> }
export type EventDetails = { [E in keyof HubClientMethods]: Parameters<HubClientMethods[E]> }

export interface LiveSite {
  subscriptions: () => Subscriptions
  publish: <E extends keyof HubClientMethods>(event: E, ...details: EventDetails[E]) => void
  /** Called when the page is connected and subscribed. The page may have missed earlier events. */
  onConnected: () => void
  /** Called when the page is disconnected and no reconnect is near. */
  onDisconnected: () => void
}
/** The connection (live-connection.ts), which is loaded late. */
export interface LiveConnection {
  subscribe: (call: keyof HubServerMethods) => void
}
