import type { Event } from '@sentry/react'

/** Matches a token or code in the query or fragment of a URL. */
const parameter =
  /([?&#](?:access_?token|refresh_?token|id_token|token|code|state|payment_intent_client_secret)=)[^&#\s"'<>)]+/gi
const jwt = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g

/** The fields of an event that can contain texts and URLs of the page. */
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

export function scrubNestedUrlSecrets<T>(value: T): T {
  if (typeof value === 'string') return value.replace(parameter, '$1…').replace(jwt, '…') as T
  if (Array.isArray(value)) return value.map(scrubNestedUrlSecrets) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, scrubNestedUrlSecrets(inner)])) as T
}

/** Removes secrets, request bodies and cookies from an event. */
export function removeEventSecrets<E extends Event>(event: E): E {
  const { data: _body, cookies: _cookies, ...request } = event.request ?? {}
  const clean: E = { ...event, ...(event.request && { request }) }
  for (const key of scrubbedFields)
    if (key in clean) Object.assign(clean, { [key]: scrubNestedUrlSecrets(clean[key as keyof E]) })
  return clean
}
