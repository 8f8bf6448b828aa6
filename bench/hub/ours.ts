import { attachHubServer, defineHub } from '@hobohat/hub'
import type { AttachServer } from './kinds.ts'

interface Reader {
  tick(text: string): void
}

/** Attaches our hub with its default settings. */
export const attach: AttachServer = (server) => {
  const site = defineHub<Reader>({ methods: {} })
  const hub = attachHubServer(server)
  hub.map('/hub', site)
  const { clients } = hub.context(site)
  return (text) => {
    // The result is not awaited: the next broadcast is due in any case.
    void clients.all.send('tick', text)
  }
}
