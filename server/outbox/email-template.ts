import { escapeHtml } from '#contract/escape-html.ts'
import { dayColours } from '#contract/site-colours.ts'
import { site } from '#site'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Further headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>
}

export interface MailLink {
  label: string
  url: string
}

export interface EmailParts {
  to: string
  subject: string
  /** The name in the greeting; omitted when somebody else may have entered it. */
  name?: string | undefined
  /** A line break in a paragraph is kept. A link is a paragraph of its own. */
  paragraphs: readonly (string | MailLink)[]
  /** The button; its URL is also written in the text. */
  action?: MailLink | undefined
  /** The lines below the button: how long its link is valid, what to do with an unexpected mail, or a second link. */
  notes?: readonly (string | MailLink)[] | undefined
}

/**
 * The email address or URL that a mail names for an answer. By default, mails come from a `no-reply` address, where
 * answers are probably not read.
 */
export const OWNER_CONTACT = site.securityContact.replace(/^mailto:([^?]*).*$/, '$1')

const { page, ink, soft, raised, ruby } = dayColours

/** Writes a mail in text and in HTML. All parts are text and are escaped. */
export function writeMail({ to, subject, name, paragraphs, action, notes = [] }: EmailParts): Mail {
  const greeting = name ? `Hello ${name},` : 'Hello,'
  const lines = (part: string | MailLink) => (typeof part === 'string' ? part : `${part.label}:\n${part.url}`)
  const text = [greeting, ...[paragraphs, action ?? [], notes].flat().map(lines), site.name]
  const p = (part: string | MailLink, style = '') => `<p style="margin:0 0 16px;${style}">${inHtml(part)}</p>`
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:32px 16px;background:${page};color:${ink};font:17px/1.55 system-ui,sans-serif">`,
    `<div style="max-width:520px;margin:auto;padding:32px;background:${raised};border-radius:16px">`,
    p(site.name, 'font-weight:700;font-size:20px'),
    p(greeting),
    ...paragraphs.map((paragraph) => p(paragraph)),
    action &&
      `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:13px 24px;border-radius:999px;background:${ruby};color:${dayColours['on-ruby']};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
    ...notes.map((note) => p(note, `color:${soft};font-size:15px`)),
    '</div></body></html>',
  ]
  return { to, subject, text: text.join('\n\n'), html: html.filter(Boolean).join('\n') }
}

function inHtml(part: string | MailLink): string {
  if (typeof part === 'string') return escapeHtml(part).replaceAll('\n', '<br>\n')
  return `<a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a>`
}
