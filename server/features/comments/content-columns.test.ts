import { expect, test } from 'vitest'
import { listForbiddenHtml } from '#contract/testing/forbidden-html.ts'
import { xssStrings } from '#contract/testing/xss-strings.ts'
import { writeMail } from '../../outbox/email-template.ts'
import { renderCommentHtml } from './comment-text.ts'

const attributes = ['href', 'rel', 'start', 'style', 'lang', 'charSet']
const allow = (...tags: string[]) => Object.fromEntries(tags.map((tag) => [tag, attributes]))
const inFeeds = allow('p', 'br', 'em', 'strong', 'code', 'blockquote', 'ul', 'li', 'pre', 'ol', 'a')
const inMails = allow('html', 'head', 'meta', 'title', 'body', 'div', 'p', 'br')

test('hostile text stays text in the HTML of feeds', () => {
  for (const content of xssStrings) {
    const html = renderCommentHtml(content)
    expect(listForbiddenHtml(html, inFeeds), content).toEqual([])
    // The characters that XML 1.0 2.2 does not allow.
    expect(html, content).not.toMatch(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u)
  }
})

test('hostile text stays text in mails, in body and subject', () => {
  for (const content of xssStrings) {
    const { html } = writeMail({ to: 'a@b.cd', subject: content, name: content, paragraphs: content.split(/\n+/) })
    expect(listForbiddenHtml(html, inMails, false), content).toEqual([])
  }
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<!-- x -->',
])('the check of forbidden HTML detects %s', (html) => {
  expect(listForbiddenHtml(html, inFeeds)).not.toEqual([])
  expect(listForbiddenHtml(html, inMails, false)).not.toEqual([])
})
