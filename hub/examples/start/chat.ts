import { defineHub, HubError } from '@hobohat/hub'

/** The methods of the page that the server calls. */
export interface ChatClient {
  said(name: string, text: string): void
}

export const chat = defineHub({ client: {} as ChatClient }).methods({
  async say(ctx, name: string, text: string) {
    if (text.trim() === '') throw new HubError('The message is empty.')
    await ctx.clients.all.send('said', name, text)
  },
})
