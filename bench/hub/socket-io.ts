import { Server } from 'socket.io'
import type { Attach } from './kinds.ts'

/** With its defaults, but for the transports. */
export const attach: Attach = (server) => {
  const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
  return (text) => {
    io.emit('tick', text)
  }
}
