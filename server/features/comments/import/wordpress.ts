import { type CommentSource, foreignComment, type LeftOut, type SourceComment } from './source.ts'
import { readXml } from './xml.ts'

const item = 'rss/channel/item'
const comment = `${item}/comment`

/** Reads the export of WordPress (WXR): items, which are pages and posts, with their comments. */
export function wordpressFile(file: string): CommentSource {
  return {
    kind: 'wordpress',
    read: (onBytes) => readXml(file, 'rss', new ItemReader(), onBytes),
  }
}

class ItemReader {
  #link = ''
  #fields: Record<string, string> = {}

  open(path: string) {
    if (path === item) this.#link = ''
    if (path === comment) this.#fields = {}
  }

  close(path: string, text: string): SourceComment | undefined {
    if (path === `${item}/link`) this.#link = text.trim()
    else if (path === comment) return this.#comment()
    else if (path.startsWith(`${comment}/`)) this.#fields[path.slice(comment.length + 1)] = text
    return undefined
  }

  #comment(): SourceComment {
    const field = (name: string) => this.#fields[name]?.trim() ?? ''
    const parent = field('comment_parent')
    return foreignComment({
      kind: 'wordpress',
      id: field('comment_id'),
      parent: parent === '0' || parent === '' ? null : parent,
      page: this.#link,
      author: field('comment_author'),
      createdAt: instant(field('comment_date_gmt')) || instant(field('comment_date')),
      html: this.#fields.comment_content ?? '',
      keepsLines: true,
      leftOut: leftOut(field('comment_type'), field('comment_approved')),
    })
  }
}

function leftOut(type: string, approved: string): LeftOut | null {
  if (type === 'pingback' || type === 'trackback') return 'pingback'
  if (approved === 'spam') return 'spam'
  if (approved === 'trash' || approved === 'post-trashed') return 'deleted'
  return approved === '1' ? null : 'unapproved'
}

/** Parses `2011-01-31 12:00:00` as UTC. Returns NaN for a date of zeros, which WordPress writes when it has none. */
const instant = (text: string): number =>
  text.startsWith('0000') ? Number.NaN : Date.parse(`${text.replace(' ', 'T')}Z`)
