import type { InputOf } from '#contract/endpoint.ts'
import { LINK_LABEL_LENGTH_MAX, NOTICE_LENGTH_MAX, NOTICE_LINKS_MAX } from '#contract/limits.ts'
import type { postNotice } from '#contract/notices.ts'
import { cleanLine } from '../../http/clean-line.ts'
import { Refusal } from '../../http/failures.ts'
import { checkedLinkAddress } from '../../http/link-address.ts'

/** A notice as the desk sends it. */
export type Draft = InputOf<typeof postNotice>['body']

/** The dates that every calendar and database supports. */
const SANE = { from: Date.UTC(2000, 0), to: Date.UTC(9999, 11, 31) }

/**
 * Returns the columns of a draft with cleaned text.
 * @param atOnce the default start, in milliseconds since 1970
 * @param atOnce when it starts if it does not say, in milliseconds since 1970
 * @throws {Refusal} message_missing, message_too_long, too_many_links, link_invalid, end_before_start, bad_request
 */
export function checkedDraft({ message, priority, audience, push, links, startsAt, endsAt }: Draft, atOnce: number) {
  const text = cleanLine(message)
  if (text === '') throw new Refusal('message_missing')
  if ([...text].length > NOTICE_LENGTH_MAX) throw new Refusal('message_too_long')
  if (links.length > NOTICE_LINKS_MAX) throw new Refusal('too_many_links')
  const start = startsAt ?? atOnce
  for (const at of [start, endsAt ?? start])
    if (at < SANE.from || at > SANE.to) throw new Refusal('bad_request', 'A notice is of the years 2000 to 9999.')
  if (endsAt !== null && endsAt <= start) throw new Refusal('end_before_start')
  return {
    message: text,
    priority,
    audience,
    push: push ? (1 as const) : (0 as const),
    links: JSON.stringify(
      links.map(({ label, url }) => ({ label: checkedLabel(label), url: checkedLinkAddress(url) })),
    ),
    starts_at: start,
    ends_at: endsAt,
  }
}

function checkedLabel(input: string): string {
  const label = cleanLine(input)
  if (label === '' || [...label].length > LINK_LABEL_LENGTH_MAX) throw new Refusal('link_invalid')
  return label
}
