import type { Server } from 'node:http'

/** The servers that are compared. */
export const serverKinds = ['ours', 'raw ws', 'Socket.IO'] as const
export type ServerKind = (typeof serverKinds)[number]

/** Lets an HTTP server take WebSockets, and returns what sends a text to every one of them. */
export type AttachServer = (server: Server) => (text: string) => void
