import type { Nullable, SelectQueryBuilder } from 'kysely'
import type { Comment } from '#contract/comments.ts'
import { buildAccountsQuery, type SharedAccountColumns } from '../../db/accounts.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { CommentContext } from './comment-context.ts'

const placeColumns = ['id', 'page', 'thread_id', 'parent_id', 'created_at', 'state', 'readable', 'listed'] as const
const columns = [...placeColumns, 'user_id', 'author_name', 'content', 'edited_at'] as const

export interface CommentRow
  extends Pick<Schema['comments'], (typeof columns)[number]>,
    Nullable<Pick<SharedAccountColumns, 'name' | 'picture_id'>> {
  admin: 'Admin' | 'Partner' | null
}

type Tables = Schema & { author: Nullable<SharedAccountColumns> }

export const buildCommentRowsQuery = (
  db: DatabaseOrTx,
): SelectQueryBuilder<Tables, 'comments' | 'author', CommentRow> =>
  db
    .selectFrom('comments')
    .leftJoin(buildAccountsQuery(db).as('author'), 'author.id', 'comments.user_id')
    .select(columns.map((column) => `comments.${column}` as const))
    .select(['author.name', 'author.picture_id'])
    .select((eb) =>
      eb
        .selectFrom('user_roles')
        .select('role')
        .whereRef('user_roles.user_id', '=', 'comments.user_id')
        .where('role', '=', 'Admin')
        .as('admin'),
    )

type Pictures = Pick<CommentContext, 'pictureAddress'>

/** Presents a comment with its text and its author. */
export function presentFullComment(row: CommentRow, { pictureAddress }: Pictures): Omit<Comment, 'state'> {
  return {
    ...placeOf(row),
    author: getAuthorName(row),
    authorId: row.user_id,
    profilePicture: pictureAddress(row.picture_id),
    byAdmin: row.admin !== null,
    content: row.content,
    editedAt: row.edited_at,
  }
}

/** Returns a listed comment as everybody sees it (S3.04): without its text and author when nobody may read it. */
export function presentPublicComment(row: CommentRow, pictures: Pictures): Comment {
  if (row.readable) return { ...presentFullComment(row, pictures), state: 'visible' }
  const nothing = { author: '', authorId: null, profilePicture: null, byAdmin: false, content: '', editedAt: null }
  return { ...placeOf(row), ...nothing, state: 'gone' }
}

/** Presents a comment to its author, even while the comment waits for approval. */
export function presentOwnComment(row: CommentRow, pictures: Pictures): Comment {
  return row.state === 'pending'
    ? { ...presentFullComment(row, pictures), state: 'pending' }
    : presentPublicComment(row, pictures)
}

/**
 * Returns the name of the author; empty for a deleted comment, which is shown only as a placeholder above its replies.
 */
export const getAuthorName = (row: Pick<CommentRow, 'name' | 'author_name'>): string =>
  row.name ?? row.author_name ?? ''

const placeOf = (row: CommentRow) => ({
  id: row.id,
  pageUrl: row.page,
  threadId: row.thread_id,
  parentId: row.parent_id,
  createdAt: row.created_at,
})
