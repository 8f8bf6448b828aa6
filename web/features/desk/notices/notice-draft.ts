import type { RequestBody } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { LINK_LABEL_LENGTH_MAX, NOTICE_LENGTH_MAX } from '#contract/limits.ts'
import { isAllowedLinkAddress } from '#contract/link-address.ts'
import type { DeskNotice, editNotice } from '#contract/notices.ts'
import { countCharacters } from '../../../forms/field-problems.ts'

export interface NoticeDraft extends Pick<DeskNotice, 'message' | 'priority' | 'audience' | 'push' | 'links'> {
  /**
   * The start, as the value of a datetime-local input in the browser's time zone. Without a start, the notice is shown
   * at once.
   */
  start: string
  /** The end, in the same format. Without an end, the notice is shown until it is withdrawn. */
  end: string
  /** The version of the notice that is edited; undefined for a new one. */
  version?: string
}

/** Messages about invalid values, by field. Each link also has its own message, by its index. */
export type DraftProblems = Partial<Record<'message' | 'start' | 'end' | 'links' | `link-${number}`, string>>

const emptyDraft: NoticeDraft = {
  message: '',
  priority: 'normal',
  audience: 'everyone',
  push: false,
  links: [],
  start: '',
  end: '',
}

/** Returns the initial values of the form: those of a notice, or empty values. */
export const toNoticeFormValues = (notice?: DeskNotice): NoticeDraft =>
  notice ? { ...notice, start: toLocalTime(notice.startsAt), end: toLocalTime(notice.endsAt) } : emptyDraft

/** Checks a draft by the same rules as the server (server/features/notices/desk.ts). */
export function findDraftProblems(draft: NoticeDraft, notice?: DeskNotice): DraftProblems {
  const { startsAt, endsAt } = parseTimes(draft, notice)
  const length = countCharacters(draft.message)
  const problems: DraftProblems = {}
  if (length === 0) problems.message = errors.message_missing.message
  if (length > NOTICE_LENGTH_MAX) problems.message = errors.message_too_long.message
  if (endsAt !== null && endsAt <= (startsAt ?? Date.now())) problems.end = errors.end_before_start.message
  for (const [place, link] of draft.links.entries())
    if (!isEmptyLink(link) && !isValidLink(link)) problems[`link-${place}`] = errors.link_invalid.message
  return problems
}

export function toNoticeBody(draft: NoticeDraft, notice?: DeskNotice): RequestBody<typeof editNotice> {
  const { message, priority, audience, push, links, version } = draft
  return {
    message,
    priority,
    audience,
    push,
    links: links.filter((link) => !isEmptyLink(link)),
    ...parseTimes(draft, notice),
    ...(version !== undefined && { version }),
  }
}

/** Returns the notice as readers would see it, without invalid links. */
export const toNoticePreview = ({ message, priority, links }: NoticeDraft) => ({
  message: message.trim() || 'What you write shows here.',
  priority,
  links: links.filter(isValidLink),
})

type Link = NoticeDraft['links'][number]

const isEmptyLink = ({ label, url }: Link) => label.trim() === '' && url.trim() === ''
const isValidLink = ({ label, url }: Link) =>
  label.trim() !== '' && [...label.trim()].length <= LINK_LABEL_LENGTH_MAX && isAllowedLinkAddress(url.trim())

/** Parses the times of a draft. A time that was not edited keeps the exact milliseconds of the notice. */
function parseTimes({ start, end }: NoticeDraft, notice?: DeskNotice) {
  const instant = (typed: string, before: number | null = null) =>
    typed === toLocalTime(before) ? before : new Date(typed).getTime()
  return {
    startsAt: start === '' ? null : instant(start, notice?.startsAt),
    endsAt: end === '' ? null : instant(end, notice?.endsAt),
  }
}

function toLocalTime(at: number | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
