import { BackplaneDisconnected, defineHub, HubError, type HubServer, Unavailable } from '@hobohat/hub'

interface Session {
  id: string
  userId: string
  expiresAt: number
}
/** A table of a database. */
export interface SessionStore {
  find(id: string | undefined): Promise<Session | null>
  remove(id: string): Promise<void>
}

/** Serves a hub for the sessions of a site, and returns functions that end sessions. */
export function mapSiteHub(hubs: HubServer, sessions: SessionStore) {
  const reason = 'You are logged out.'
  /** The sessions of the open connections of this process, by connection id. */
  const openSessions = new Map<string, string>()

  const site = defineHub({
    async authenticate({ cookies }) {
      try {
        return await sessions.find(cookies.get('session'))
      } catch (cause) {
        throw new Unavailable('The sessions cannot be read.', { cause })
      }
    },
    async onConnected(ctx) {
      const { id } = ctx.identity
      await ctx.groups.add(ctx.connectionId, `session:${id}`)
      try {
        // Checks the session again, because a log-out between `authenticate` and here did not end this connection.
        if (!(await sessions.find(id))) throw new HubError(reason)
      } catch (error) {
        if (error instanceof HubError) throw error
        // An error would end the connection for good, but this client should try again.
        await ctx.clients.client(ctx.connectionId).disconnect({ allowReconnect: true })
      }
      if (!ctx.signal.aborted) openSessions.set(ctx.connectionId, id)
    },
    onDisconnected: (ctx) => openSessions.delete(ctx.connectionId),
  }).methods({
    whoAmI: (ctx) => ctx.identity.userId,
  })
  hubs.map('/site', site)

  async function logOut(id: string): Promise<void> {
    await sessions.remove(id)
    try {
      await hubs.context(site).clients.group(`session:${id}`).disconnect({ reason })
    } catch (error) {
      // The other processes end the connections in `endOldSessions`.
      if (!(error instanceof BackplaneDisconnected)) throw error
    }
  }

  /** Ends the connections of sessions that ended while this process missed the message about it. */
  async function endOldSessions(): Promise<void> {
    for (const [connectionId, id] of openSessions)
      if (!(await sessions.find(id))) await hubs.context(site).clients.client(connectionId).disconnect({ reason })
  }
  return { site, logOut, endOldSessions }
}
