import { PERSON_RECORDS_PER_KIND_MAX } from '#contract/limits.ts'
import { personRecordEntrySchema } from '#contract/person-records.ts'
import { countQueryRows } from '../../db/count-query-rows.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import { presentRows } from '../../http/present-rows.ts'
import type { PersonRecordSource } from '../define-feature.ts'
import type { CommentContext } from './comment-context.ts'

const commentsOf = (db: DatabaseOrTx, userId: string) =>
  db.selectFrom('comments').where('user_id', '=', userId).where('state', '!=', 'deleted')

/** The moderation lists for comments that nobody can read, by state. With `visible`, the author is banned. */
const moderationPaths = {
  pending: '/desk/moderation',
  hidden: '/desk/moderation?filter=hidden',
  visible: '/desk/moderation?filter=all',
}

/** The comments of a person, each with the title of the page that it is on. */
export const createPersonCommentRecordSource = ({ pages }: Pick<CommentContext, 'pages'>): PersonRecordSource => ({
  kind: 'comment',
  count: (db, { id }) => countQueryRows(commentsOf(db, id)),
  list: async (db, { id: userId }) => {
    const rows = await commentsOf(db, userId)
      .select(['id', 'page', 'content', 'state', 'readable', 'created_at as at'])
      .orderBy('id', 'desc')
      .limit(PERSON_RECORDS_PER_KIND_MAX)
      .execute()
    return presentRows('comment', personRecordEntrySchema, rows, ({ id, page, content, state, readable, at }) => {
      const { title, path } = pages.describe(page)
      const to = readable ? `${path}#comment-${id}` : moderationPaths[state as keyof typeof moderationPaths]
      return { id, at, title, text: content, to }
    })
  },
})
