import { attachHubServer } from '@hobohat/hub'
import { fastify } from 'fastify'
import { chat } from './chat-hub.ts'

const app = fastify()
app.get('/', () => 'The page')
const hubs = attachHubServer(app.server)
hubs.map('/chat', chat)
app.addHook('preClose', () => hubs.close())
// Without `host`, Fastify listens on localhost, and opens a second server without hubs for the IPv6 address.
await app.listen({ port: 3000, host: '0.0.0.0' })
