import { type CommentSource, foreignComment, type SourceComment } from './source.ts'
import { readXml } from './xml.ts'

/** Reads the export of Disqus: threads, which are pages, then posts, which are comments. */
export function disqusFile(file: string): CommentSource {
  return {
    kind: 'disqus',
    read: (onBytes) => readXml(file, 'disqus', new PostReader(), onBytes),
  }
}

class PostReader {
  /** The addresses of pages by the thread ids to which posts refer. */
  readonly #links = new Map<string, string>()
  #id = ''
  #thread = ''
  #parent: string | null = null
  #fields: Record<string, string> = {}

  open(path: string, { id = '' }: Readonly<Record<string, string>>) {
    switch (path) {
      case 'disqus/thread':
      case 'disqus/post':
        this.#id = id
        this.#thread = ''
        this.#parent = null
        this.#fields = {}
        break
      case 'disqus/post/thread':
        this.#thread = id
        break
      case 'disqus/post/parent':
        this.#parent = id
    }
  }

  close(path: string, text: string): SourceComment | undefined {
    if (path === 'disqus/thread') this.#links.set(this.#id, this.#fields.link?.trim() ?? '')
    else if (path === 'disqus/post') return this.#comment()
    else this.#fields[path.split('/').slice(2).join('/')] = text
    return undefined
  }

  #comment(): SourceComment {
    const fields = this.#fields
    const is = (field: string) => fields[field]?.trim() === 'true'
    return foreignComment({
      kind: 'disqus',
      id: this.#id,
      parent: this.#parent,
      page: this.#links.get(this.#thread) || `thread ${this.#thread} of Disqus, which has no address`,
      author: fields['author/name']?.trim() || fields['author/username']?.trim() || '',
      createdAt: Date.parse(fields.createdAt?.trim() ?? ''),
      html: fields.message ?? '',
      keepsLines: false,
      leftOut: is('isSpam')
        ? 'spam'
        : is('isDeleted')
          ? 'deleted'
          : is('isApproved') || !fields.isApproved
            ? null
            : 'unapproved',
    })
  }
}
