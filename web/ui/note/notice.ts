import type { Notice } from '#contract/notices.ts'
import { createElement, createIcon } from '../element.ts'
import './notice.css'

/**
 * Draws one notice (S3.06), for the strip and for the preview at the desk. It does not use React, because the strip is
 * shown before the application is loaded.
 * @param id the id of the element with the message
 * @throws {TypeError} when the server sent a notice without a text
 */
export function drawNotice(
  { message, priority = 'normal', links = [] }: Pick<Notice, 'message' | 'priority' | 'links'>,
  id?: string,
): HTMLElement {
  if (typeof message !== 'string') throw new TypeError('A notice has no text.')
  const mark = createElement(
    'span',
    { class: 'notice-mark' },
    createIcon('alert'),
    createElement('span', { class: 'wide-words' }, 'Important'),
  )
  return createElement(
    'div',
    { class: 'foot-text notice', 'data-priority': priority },
    createElement('p', { id }, priority === 'high' && mark, ' ', message),
    links.length > 0 &&
      createElement(
        'ul',
        { class: 'notice-links' },
        ...links.map(({ label, url }) => createElement('li', {}, drawLink(label, url))),
      ),
  )
}

/**
 * A link to a page of this site has no `rel`, so that the application handles it. Links to other sites and to files
 * such as /feed.xml have one.
 */
const drawLink = (label: string, url: string) =>
  /^\/[^.?#]*([?#]|$)/.test(url)
    ? createElement('a', { href: url }, label)
    : createElement('a', { href: url, rel: 'noopener' }, url.startsWith('/') ? label : `${label} ↗`)
