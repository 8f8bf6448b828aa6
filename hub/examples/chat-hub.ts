import { defineHub } from '@hobohat/hub'

/** The hub of the other examples. */
export const chat = defineHub({ client: {} as { said(text: string): void } }).methods({
  say: (ctx, text: string) => ctx.clients.all.send('said', text),
})
