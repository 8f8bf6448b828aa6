import type { Body } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { LINK_LABEL_LENGTH_MAX, NOTICE_LENGTH_MAX } from '#contract/limits.ts'
import { isLinkAddress } from '#contract/link-address.ts'
import type { DeskNotice, postNotice } from '#contract/notices.ts'

/** A notice as it is being written. */
export interface NoticeDraft extends Pick<DeskNotice, 'message' | 'priority' | 'audience' | 'push' | 'links'> {
  /** As an input of the kind datetime-local has it: in the time zone of this browser; empty for at once. */
  start: string
  /** The same; empty for until it is withdrawn. */
  end: string
}

/** What is wrong, in words, by the name of the field; of links, by their place too. */
export type DraftProblems = Partial<Record<'message' | 'start' | 'end' | 'links' | `link-${number}`, string>>

const blank: NoticeDraft = {
  message: '',
  priority: 'normal',
  audience: 'everyone',
  push: false,
  links: [],
  start: '',
  end: '',
}

/** What the form begins with: a notice as it is, or nothing. */
export const draftOf = (notice?: DeskNotice): NoticeDraft =>
  notice ? { ...notice, start: localTime(notice.startsAt), end: localTime(notice.endsAt) } : blank

/** What is wrong with a draft, by the rules that the server has too (server/features/notices/draft.ts). */
export function problemsIn(draft: NoticeDraft, notice?: DeskNotice): DraftProblems {
  const { startsAt, endsAt } = timesOf(draft, notice)
  const { length } = [...draft.message.trim()]
  const problems: DraftProblems = {}
  if (length === 0) problems.message = errors.message_missing.message
  if (length > NOTICE_LENGTH_MAX) problems.message = errors.message_too_long.message
  if (endsAt !== null && endsAt <= (startsAt ?? Date.now())) problems.end = errors.end_before_start.message
  for (const [place, link] of draft.links.entries())
    if (!isEmpty(link) && !isGood(link)) problems[`link-${place}`] = errors.link_invalid.message
  return problems
}

/** The field that a refusal of the server is about. */
export const fieldOfRefusal: Partial<Record<ErrorCode, keyof DraftProblems>> = {
  message_missing: 'message',
  message_too_long: 'message',
  too_many_links: 'links',
  link_invalid: 'links',
  end_before_start: 'end',
}

/** What is sent. */
export function bodyOf(draft: NoticeDraft, notice?: DeskNotice): Body<typeof postNotice> {
  const { message, priority, audience, push, links } = draft
  return { message, priority, audience, push, links: links.filter((link) => !isEmpty(link)), ...timesOf(draft, notice) }
}

/** The notice that readers would see: without links that could not be sent. */
export const previewOf = ({ message, priority, links }: NoticeDraft) => ({
  message: message.trim() || 'What you write shows here.',
  priority,
  links: links.filter(isGood),
})

type Link = NoticeDraft['links'][number]

const isEmpty = ({ label, url }: Link) => label.trim() === '' && url.trim() === ''
const isGood = ({ label, url }: Link) =>
  label.trim() !== '' && [...label.trim()].length <= LINK_LABEL_LENGTH_MAX && isLinkAddress(url.trim())

/** A time that was not touched stays as it was, to the millisecond. */
function timesOf({ start, end }: NoticeDraft, notice?: DeskNotice) {
  const instant = (typed: string, before: number | null = null) =>
    typed === localTime(before) ? before : new Date(typed).getTime()
  return {
    startsAt: start === '' ? null : instant(start, notice?.startsAt),
    endsAt: end === '' ? null : instant(end, notice?.endsAt),
  }
}

function localTime(at: number | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
