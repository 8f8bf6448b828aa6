import { attachHubServer, defineHub } from '@hobohat/hub'
import type { AttachWebSocketServer } from './kinds.ts'

interface Reader {
  tick(text: string): void
}

/** Attaches our hub, with its default settings, to an HTTP server. */
export const attach: AttachWebSocketServer = (server) => {
  const site = defineHub({ client: {} as Reader }).methods({})
  const hub = attachHubServer(server)
  hub.map('/hub', site)
  const { clients } = hub.context(site)
  return (text) => {
    // The result is not awaited, because the next broadcast has a fixed time.
    void clients.all.send('tick', text)
  }
}
