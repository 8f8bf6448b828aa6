import type { Server } from 'node:http'

/** The servers that are compared. */
export const kinds = ['ours', 'raw ws', 'Socket.IO'] as const
export type Kind = (typeof kinds)[number]

/** Lets an HTTP server take WebSockets, and returns what sends a text to every one of them. */
export type Attach = (server: Server) => (text: string) => void
