import type { Event } from '@sentry/react'

/** What lets somebody in, as it stands in a query or a fragment. */
const parameter =
  /([?&#](?:access_?token|refresh_?token|id_token|token|code|state|payment_intent_client_secret)=)[^&#\s"'<>)]+/gi
/** A JSON Web Token, wherever it stands. */
const jwt = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g

/** What an event says in words and addresses; the rest of it is the reporter's own. */
const scrubbedFields = [
  'message',
  'exception',
  'request',
  'breadcrumbs',
  'transaction',
  'spans',
  'contexts',
  'urls',
] as const

/** Takes secrets out of every text in a value. */
export function scrubSecrets<T>(value: T): T {
  if (typeof value === 'string') return value.replace(parameter, '$1…').replace(jwt, '…') as T
  if (Array.isArray(value)) return value.map(scrubSecrets) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, scrubSecrets(inner)])) as T
}

/** An event that may leave the browser: without tokens, and without what was sent with a call. */
export function scrubEvent<E extends Event>(event: E): E {
  const { data: _body, cookies: _cookies, ...request } = event.request ?? {}
  const clean: E = { ...event, ...(event.request && { request }) }
  for (const key of scrubbedFields)
    if (key in clean) Object.assign(clean, { [key]: scrubSecrets(clean[key as keyof E]) })
  return clean
}
