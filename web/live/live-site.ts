import type { HubClientMethods, HubServerMethods } from '#contract/live.ts'

/** What the hub is asked to tell of, by the call that asks. */
export type Wishes = { [C in keyof HubServerMethods]: Parameters<HubServerMethods[C]> }
export type News = { [E in keyof HubClientMethods]: Parameters<HubClientMethods[E]> }

/** What the connection needs of the site, and the site of the connection (live-connection.ts, which is loaded late). */
export interface LiveSite {
  wishes: () => Wishes
  tell: <E extends keyof HubClientMethods>(event: E, ...news: News[E]) => void
  /** Connected, with news of the watched page: what happened before has to be asked for. */
  arrived: () => void
  /** Not connected, and not about to be. */
  lost: () => void
}
export interface LiveConnection {
  ask: (call: keyof HubServerMethods) => void
}
