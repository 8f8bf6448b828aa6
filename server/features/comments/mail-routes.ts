import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/comments.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import type { CommentContext } from './comment-context.ts'
import { readMailPreferences, saveMailPreferences, unsubscribe } from './mail-preferences.ts'

/** Adds the calls about mail preferences, and the one that unsubscribes by the link of a mail. */
export function mailPreferenceRoutes(bind: Bind, { db }: Pick<CommentContext, 'db'>): void {
  bind(calls.getMailPreferences, async ({ actor }) => ({
    status: 200,
    body: await readMailPreferences(db, actor.userId),
  }))
  bind(calls.setMailPreferences, async ({ actor, body }) => {
    await saveMailPreferences(db, actor.userId, body)
    return { status: 200, body }
  })
  bind(calls.unsubscribe, async ({ body }) => {
    if (!(await unsubscribe(db, body.token))) throw new Refusal('link_expired')
    return { status: 204, body: undefined }
  })
}

/**
 * Adds unsubscribing by one click in a mail program (RFC 8058), which posts a form with the token in the address. A GET
 * of the address, as scanners send, changes nothing and leads to the page with the button.
 * @param scope a scope of its own, because forms are read nowhere else
 * @param bind the `bind` of that scope
 */
export function oneClickRoutes(scope: FastifyInstance, bind: Bind, { db, origin }: CommentContext): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, form, done) => done(null, form))
  bind(calls.unsubscribeByOneClick, async ({ query }) => {
    await unsubscribe(db, query.token)
    return { status: 204, body: undefined }
  })
  bind(calls.openUnsubscribe, ({ query }) => ({
    status: 303,
    body: undefined,
    headers: { location: `${origin}/unsubscribe#token=${query.token}` },
  }))
}
