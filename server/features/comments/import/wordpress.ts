import { htmlToText } from './html-to-markup.ts'
import { type CommentSource, type OmissionReason, toSourceComment } from './source.ts'
import { readXmlRecords } from './xml.ts'

const item = 'rss/channel/item'
/** The number of characters of a name in HTML that are read. A name of this site has far fewer. */
const AUTHOR_HTML_LENGTH_MAX = 1_000

/** Reads the export of WordPress (WXR): items, which are pages and posts, with their comments. */
export const createWordpressSource = (file: string): CommentSource => ({
  kind: 'wordpress',
  async *read(onBytes) {
    for await (const { path, fields, outer } of readXmlRecords(file, 'rss', [item, `${item}/comment`], onBytes)) {
      if (path === item) continue
      const field = (name: string) => fields[`comment_${name}`]?.trim() ?? ''
      const parent = field('parent')
      yield toSourceComment({
        kind: 'wordpress',
        id: field('id'),
        parent: parent === '0' || parent === '' ? null : parent,
        page: outer?.fields.link?.trim() ?? '',
        // WordPress stores names as HTML. Only the start is read, because the name is cut later.
        author: htmlToText(field('author').slice(0, AUTHOR_HTML_LENGTH_MAX)),
        createdAt: instant(field('date_gmt')) || instant(field('date')),
        html: fields.comment_content ?? '',
        keepsLines: true,
        leftOut: findReason(field('type'), field('approved')),
      })
    }
  },
})

/**
 * The types of the comments that readers write. WordPress also stores other texts as comments, which its pages do not
 * show: the notes of editors since version 6.9, and the notes of WooCommerce about orders.
 */
const readerTypes = new Set(['', 'comment', 'review'])

function findReason(type: string, approved: string): OmissionReason | null {
  if (type === 'pingback' || type === 'trackback') return 'pingback'
  if (!readerTypes.has(type)) return 'note'
  if (approved === 'spam') return 'spam'
  if (approved === 'trash' || approved === 'post-trashed') return 'deleted'
  return approved === '1' ? null : 'unapproved'
}

/** Parses `2011-01-31 12:00:00` as UTC. Returns NaN for a date of zeros, which WordPress writes for a missing date. */
const instant = (text: string): number =>
  text.startsWith('0000') ? Number.NaN : Date.parse(`${text.replace(' ', 'T')}Z`)
