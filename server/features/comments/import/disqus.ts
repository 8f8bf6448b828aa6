import { type CommentSource, type OmissionReason, toSourceComment } from './source.ts'
import { readXmlRecords } from './xml.ts'

/** Reads the export of Disqus: first threads, which are pages, then posts, which are comments. */
export const createDisqusSource = (file: string): CommentSource => ({
  kind: 'disqus',
  async *read(onBytes) {
    /** The URL of each page, by the id of the Disqus thread to which posts refer. */
    const links = new Map<string, string>()
    for await (const { path, id, fields } of readXmlRecords(
      file,
      'disqus',
      ['disqus/thread', 'disqus/post'],
      onBytes,
    )) {
      const field = (name: string) => fields[name]?.trim() ?? ''
      const thread = field('thread@id')
      if (path === 'disqus/thread') links.set(id, field('link'))
      else
        yield toSourceComment({
          kind: 'disqus',
          id,
          parent: fields['parent@id'] ?? null,
          page: links.get(thread) || `thread ${thread} of Disqus, which has no address`,
          author: field('author/name') || field('author/username'),
          createdAt: Date.parse(field('createdAt')),
          html: fields.message ?? '',
          keepsLines: false,
          leftOut: findReason(field),
        })
    }
  },
})

function findReason(field: (name: string) => string): OmissionReason | null {
  if (field('isSpam') === 'true') return 'spam'
  if (field('isDeleted') === 'true') return 'deleted'
  return ['true', ''].includes(field('isApproved')) ? null : 'unapproved'
}
