/** Errors that are one and the same (S7.16). */
export interface ErrorGroupsTable {
  id: string
  /** What tells it from others: a hash of its kind and its place; unique. */
  fingerprint: string
  title: string
  place: string
  side: 'browser' | 'server'
  state: 'open' | 'resolved' | 'muted'
  count: number
  first_seen_at: number
  last_seen_at: number
  first_release: string
  last_release: string
  /** The address key of the browser that reported it first, for a day: new errors of one address are counted by it. */
  reporter: string | null
  /** When an admin last said what is to become of it: what browsers send never pushes it out then. */
  touched_at: number | null
}

/** The latest reports of each. */
export interface ErrorEventsTable {
  /** The id that the reporter gave it, so that the same report counts once. */
  id: string
  group_id: string
  /** When it happened. */
  at: number
  /** Who was logged in: it goes when they go. */
  user_id: string | null
  /** JSON: the event of the contract without id and time. */
  payload: string
}
