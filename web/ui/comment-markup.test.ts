import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listForbiddenHtml } from '#contract/testing/forbidden-html.ts'
import { xssStrings } from '#contract/testing/xss-strings.ts'
import { CommentMarkup } from './comment-markup.tsx'

/** The HTML elements that a rendered comment may contain, with their attributes. */
const allowed: Record<string, string[]> = {
  ...Object.fromEntries(['p', 'br', 'em', 'strong', 'code', 'blockquote', 'ul', 'li'].map((tag) => [tag, []])),
  div: ['className', 'dir'],
  pre: ['tabIndex'],
  ol: ['start'],
  a: ['href', 'title', 'rel'],
  span: ['className'],
}

test('a comment with hostile text is rendered as text, without forbidden elements, attributes and URLs', () => {
  expect(new Set(xssStrings).size).toBe(xssStrings.length)
  expect(xssStrings.length).toBeGreaterThan(300)
  for (const source of xssStrings)
    expect(listForbiddenHtml(renderToStaticMarkup(createElement(CommentMarkup, { source })), allowed), source).toEqual(
      [],
    )
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<!-- x -->',
])('the check for forbidden HTML detects %s', (html) => {
  expect(listForbiddenHtml(html, allowed)).not.toEqual([])
})
