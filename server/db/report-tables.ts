/** Errors. Reports with the same fingerprint belong to the same error (S7.16). */
interface ErrorGroupsTable {
  id: string
  /** The hash of the type of the error and its location in the code; unique. */
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
  /** The key of the IP address that reported the error first, kept for a day to limit new errors per IP address. */
  reporter: string | null
  /**
   * The time when an admin last changed the state of the error. Such an error is not deleted to make room for new
   * reports of browsers.
   */
  touched_at: number | null
}

/** The latest reports of each error. */
interface ErrorEventsTable {
  /** The id from the sender of the report, so that a repeated report counts once. */
  id: string
  group_id: string
  at: number
  /** The account that was logged in; null after its deletion. */
  user_id: string | null
  /** JSON: the error event of the contract without id and time. */
  payload: string
}

export interface ReportTables {
  error_groups: ErrorGroupsTable
  error_events: ErrorEventsTable
}
