import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut, whatever the server is. */
export interface CuttableLink {
  /** The url of the server, by this way. */
  url: string
  /** Ends all connections and refuses new ones. */
  cut(): void
  /** Lets connections through again. */
  mend(): void
  /** Keeps the connections that are there, but lets nothing through them any more. */
  stall(): void
  close(): Promise<void>
}

/** Opens a way to the server of `url`, on a port of its own. */
export async function openLink(url: string): Promise<CuttableLink> {
  const { hostname, port } = new URL(url)
  const ends = new Set<Socket>()
  let isCut = false
  const entrance = createServer((client) => {
    if (isCut) return client.destroy()
    const server = connect(Number(port), hostname)
    for (const end of [client, server]) {
      ends.add(end)
      end.on('error', () => end.destroy())
      end.on('close', () => {
        ends.delete(end)
        client.destroy()
        server.destroy()
      })
    }
    client.pipe(server)
    server.pipe(client)
  })
  entrance.listen(0, '127.0.0.1')
  await once(entrance, 'listening')
  const { port: entrancePort } = entrance.address() as AddressInfo
  const throughHere = new URL(url)
  throughHere.host = `127.0.0.1:${entrancePort}`
  const endAll = () => {
    for (const end of ends) end.destroy()
  }
  return {
    url: throughHere.href,
    cut() {
      isCut = true
      endAll()
    },
    mend() {
      isCut = false
    },
    stall() {
      for (const end of ends) end.unpipe()
    },
    async close() {
      endAll()
      entrance.close()
      await once(entrance, 'close')
    },
  }
}
