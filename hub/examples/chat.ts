import { createServer } from 'node:http'
import { createHubServer, defineHub } from '@hobohat/hub'

const chat = defineHub<{ said(text: string): void }>({
  methods: { say: (ctx, text: string) => ctx.clients.all.send('said', text) },
})

const server = createServer()
createHubServer(server).map('/chat', chat)
server.listen(3000)
