import { attachHubServer, defineHub } from '@hobohat/hub'
import type { AttachBroadcaster } from './kinds.ts'

interface Reader {
  tick(text: string): void
}

/** Attaches our hub, with its default settings, to an HTTP server. */
export const attach: AttachBroadcaster = (server) => {
  const site = defineHub({ client: {} as Reader }).methods({})
  const hub = attachHubServer(server)
  hub.map('/hub', site)
  const { clients } = hub.context(site)
  return (text) => {
    // Does not wait for the end of the broadcast, because the next broadcast must begin at a fixed time.
    void clients.all.send('tick', text)
  }
}
