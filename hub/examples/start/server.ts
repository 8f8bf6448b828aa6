import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { attachHubServer } from '@hobohat/hub'
import { chat } from './chat.ts'

const page = readFileSync(new URL('index.html', import.meta.url))
const script = readFileSync(new URL(import.meta.resolve('@microsoft/signalr/dist/browser/signalr.min.js')))

const server = createServer((request, response) => {
  if (request.url === '/') response.setHeader('Content-Type', 'text/html').end(page)
  else if (request.url === '/signalr.js') response.setHeader('Content-Type', 'text/javascript').end(script)
  else response.writeHead(404).end()
})
attachHubServer(server).map('/chat', chat)
server.listen(3000, () => console.log('http://localhost:3000'))
