import { attachHubServer, defineHub } from '@hobohat/hub'
import type { AttachServer } from './kinds.ts'

interface Reader {
  tick(text: string): void
}

/** With its defaults. */
export const attach: AttachServer = (server) => {
  const site = defineHub<Reader>({ methods: {} })
  const hub = attachHubServer(server)
  hub.map('/hub', site)
  const { clients } = hub.context(site)
  return (text) => {
    // Nothing waits for it: the next one is due whether or not this one was taken.
    void clients.all.send('tick', text)
  }
}
