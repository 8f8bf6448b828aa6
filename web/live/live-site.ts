import type { HubClientMethods, HubServerMethods } from '#contract/live.ts'

/** The current subscriptions of the page: for each subscribing method of the hub, its arguments. */
export type LiveSubscriptions = { [C in keyof HubServerMethods]: Parameters<HubServerMethods[C]> }
export type LiveEventDetails = { [E in keyof HubClientMethods]: Parameters<HubClientMethods[E]> }

export interface LiveConnectionCallbacks {
  subscriptions: () => LiveSubscriptions
  publish: <E extends keyof HubClientMethods>(event: E, ...details: LiveEventDetails[E]) => void
  /** Called when the page is connected and subscribed. The page may have missed earlier events. */
  onConnected: () => void
  /** Called when the page is disconnected and no reconnect is expected soon. */
  onDisconnected: () => void
}
/** The connection to the hub (live-connection.ts), whose code is loaded later. */
export interface LiveConnection {
  subscribe: (call: keyof HubServerMethods) => void
}
