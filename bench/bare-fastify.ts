/**
 * The fastest possible server with Fastify: answers every call with the same bytes from memory.
 *
 * node bench/bare-fastify.ts <port> <file of the body> <file of the headers: a JSON list of alternating names and
 * values>
 */
import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'

const [port, bodyFile = '', headersFile = ''] = process.argv.slice(2)
const body = readFileSync(bodyFile)
const list: string[] = JSON.parse(readFileSync(headersFile, 'utf8'))
const headers = Object.fromEntries(list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1] ?? '']] : [])))

// The timeout equals that of our server, so that the Keep-Alive headers have the same length.
const app = fastify({ keepAliveTimeout: 72_000 })
app.get('/comments/:pageUrl', async (_, reply) => reply.headers(headers).send(body))
await app.listen({ port: Number(port), host: '127.0.0.1' })
