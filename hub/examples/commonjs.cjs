const { createServer } = require('node:http')
const { attachHubServer, defineHub } = require('@hobohat/hub')

const chat = defineHub().methods({ say: (ctx, text) => ctx.clients.all.send('said', text) })

const server = createServer((_request, response) => response.end('The page'))
attachHubServer(server).map('/chat', chat)
server.listen(3000)
