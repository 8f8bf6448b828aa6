import { createServer } from 'node:http'
import { attachHubServer } from '@hobohat/hub'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { chat } from './chat-hub.ts'

const app = new Hono()
app.get('/', (context) => context.text('The page'))
const server = createServer(getRequestListener(app.fetch))
attachHubServer(server).map('/chat', chat)
server.listen(3000)
