import { createServer } from 'node:http'
import { attachHubServer, defineHub } from '@hobohat/hub'

const chat = defineHub({ client: {} as { said(text: string): void } }).methods({
  say: (ctx, text: string) => ctx.clients.all.send('said', text),
})

const server = createServer()
attachHubServer(server).map('/chat', chat)
server.listen(3000)
