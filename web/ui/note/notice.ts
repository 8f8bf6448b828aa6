import type { Notice } from '#contract/notices.ts'
import { createDomElement, createIconElement } from '../element.ts'
import './notice.css'

/**
 * Draws one notice (S3.06), for the strip and for the preview at the desk. It does not use React, because the strip is
 * shown before the application is loaded.
 * @param id the id of the element with the message
 * @throws {TypeError} when the server sent a notice without a text
 */
export function createNoticeElement(
  { message, priority = 'normal', links = [] }: Pick<Notice, 'message' | 'priority' | 'links'>,
  id?: string,
): HTMLElement {
  if (typeof message !== 'string') throw new TypeError('A notice has no text.')
  const mark = createDomElement(
    'span',
    { class: 'notice-mark' },
    createIconElement('alert'),
    createDomElement('span', { class: 'wide-words' }, 'Important'),
  )
  return createDomElement(
    'div',
    { class: 'foot-text notice', 'data-priority': priority },
    createDomElement('p', { id }, priority === 'high' && mark, ' ', message),
    links.length > 0 &&
      createDomElement(
        'ul',
        { class: 'row notice-links' },
        ...links.map(({ label, url }) => createDomElement('li', {}, drawLink(label, url))),
      ),
  )
}

/**
 * Draws a link. A link to a page of this site has no `rel`, so that the application handles its clicks. Links to other
 * sites and to files such as /feed.xml have a `rel`.
 */
const drawLink = (label: string, url: string) =>
  /^\/[^.?#]*([?#]|$)/.test(url)
    ? createDomElement('a', { href: url }, label)
    : createDomElement('a', { href: url, rel: 'noopener' }, url.startsWith('/') ? label : `${label} ↗`)
