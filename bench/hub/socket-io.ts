import { Server } from 'socket.io'
import type { AttachBroadcaster } from './kinds.ts'

/** Attaches Socket.IO to an HTTP server, with its default settings except for the transports. */
export const attach: AttachBroadcaster = (server) => {
  const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
  return (text) => {
    io.emit('tick', text)
  }
}
