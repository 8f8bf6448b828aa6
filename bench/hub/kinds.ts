import type { Server } from 'node:http'

/** The servers that are compared. */
export const serverKinds = ['ours', 'raw ws', 'Socket.IO'] as const
export type ServerKind = (typeof serverKinds)[number]

/** Makes an HTTP server accept WebSockets, and returns a function that broadcasts a text. */
export type AttachBroadcaster = (server: Server) => (text: string) => void
