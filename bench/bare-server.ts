/**
 * The fastest possible server with node:http: answers every request with the same bytes from memory.
 *
 * node bench/bare-server.ts <port> <file of the body> <file of the headers: a JSON list of alternating names and
 * values>
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, bodyFile = '', headersFile = ''] = process.argv.slice(2)
const body = readFileSync(bodyFile)
const headers: string[] = JSON.parse(readFileSync(headersFile, 'utf8'))

// The timeout equals that of our server, so that the Keep-Alive headers have the same length.
createServer({ keepAliveTimeout: 72_000 }, (_, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(port), '127.0.0.1')
