import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { TestLink } from '../backplanes/backplane-tests.ts'
import { listenOnAnyPort } from './listen-on-any-port.ts'

/** A TCP proxy whose connections can be cut. */
export interface CuttableLink extends TestLink {
  /** The URL of the server through this proxy. */
  url: string
}

/** Opens a proxy on a free port. The proxy connects to the server of `url`. */
export async function openCuttableLink(url: string): Promise<CuttableLink> {
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
  const throughHere = new URL(url)
  throughHere.host = `127.0.0.1:${await listenOnAnyPort(entrance)}`
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
