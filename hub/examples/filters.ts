import { createServer } from 'node:http'
import { attachHubServer, defineHub, type HubFilter, method } from '@hobohat/hub'

const logging: HubFilter = {
  async invokeMethod({ ctx, method }, next) {
    const start = performance.now()
    try {
      return await next()
    } finally {
      console.log(`${ctx.userId} called ${method} for ${Math.round(performance.now() - start)} ms`)
    }
  },
}

export const chat = defineHub({
  client: {} as { said(text: string): void },
  authenticate: ({ cookies, query }) => ({ userId: cookies.get('user') ?? query.get('user') ?? 'guest' }),
  filters: [logging],
}).methods({
  say: (ctx, text: string) => ctx.clients.all.send('said', text),
  sayTo: method(
    { authorize: (ctx, userId: string) => userId !== ctx.userId && ctx.userId !== 'guest' },
    (ctx, userId: string, text: string) => ctx.clients.user(userId).send('said', text),
  ),
})

const server = createServer((_request, response) => response.end('The page'))
attachHubServer(server).map('/chat', chat)
server.listen(3000)
