import type { Plugin } from 'vite'

/**
 * The packages that the built server loads from node_modules: those with native code, and those that look for
 * their own files relative to their location.
 */
export const unbundledServerPackages = ['better-sqlite3', '@node-rs/argon2', 'sharp', 'stripe', 'pdfkit']

const emptyModule = '\0empty'

/**
 * Gives Fastify an empty module in place of Node's HTTP/2. Fastify always loads HTTP/2, which takes a thirtieth of the
 * start, but the server speaks only HTTP/1.1. Browsers speak HTTP/2 with the proxy in front of it.
 */
export const omitHttp2Plugin = (): Plugin => ({
  name: 'omit-http2',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'server',
  resolveId: (id, importer = '') => (id === 'node:http2' && /[\\/]fastify[\\/]/.test(importer) ? emptyModule : null),
  load: (id) => (id === emptyModule ? 'module.exports = {}' : null),
})
