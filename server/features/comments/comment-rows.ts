import type { Nullable, SelectQueryBuilder } from 'kysely'
import type { Comment } from '#contract/comments.ts'
import type { Queries } from '../../db/database.ts'
import { type Profile, profiles } from '../../db/profiles.ts'
import type { Schema } from '../../db/schema.ts'
import type { CommentContext } from './comment-context.ts'

type Kept = Schema['comments']

/** A comment with what is shown of its author. */
export interface CommentRow
  extends Pick<Kept, 'id' | 'page' | 'thread_id' | 'parent_id' | 'user_id' | 'author_name' | 'content' | 'created_at'>,
    Pick<Kept, 'edited_at' | 'state' | 'readable' | 'listed'>,
    Nullable<Pick<Profile, 'name' | 'picture_id'>> {
  admin: 'Admin' | 'Partner' | null
}

type Tables = Schema & { author: Nullable<Profile> }

/** Finds comments with what is shown of their authors. */
export const commentRows = (db: Queries): SelectQueryBuilder<Tables, 'comments' | 'author', CommentRow> =>
  db
    .selectFrom('comments')
    .leftJoin(profiles(db).as('author'), 'author.id', 'comments.user_id')
    .select([
      'comments.id',
      'comments.page',
      'comments.thread_id',
      'comments.parent_id',
      'comments.user_id',
      'comments.author_name',
      'comments.content',
      'comments.created_at',
      'comments.edited_at',
      'comments.state',
      'comments.readable',
      'comments.listed',
      'author.name',
      'author.picture_id',
    ])
    .select((eb) =>
      eb
        .selectFrom('user_roles')
        .select('role')
        .whereRef('user_roles.user_id', '=', 'comments.user_id')
        .where('role', '=', 'Admin')
        .as('admin'),
    )

type Pictures = Pick<CommentContext, 'pictureAddress'>

/** A comment with its words and its author. */
export function presentWords(row: CommentRow, { pictureAddress }: Pictures): Omit<Comment, 'state'> {
  return {
    ...placeOf(row),
    author: authorOf(row),
    authorId: row.user_id,
    profilePicture: pictureAddress(row.picture_id),
    byAdmin: row.admin !== null,
    content: row.content,
    editedAt: row.edited_at,
  }
}

/** A listed comment as everybody sees it (S3.04): of one whose words nobody may read, only the place is left. */
export function presentListed(row: CommentRow, pictures: Pictures): Comment {
  if (row.readable) return { ...presentWords(row, pictures), state: 'visible' }
  const nothing = { author: '', authorId: null, profilePicture: null, byAdmin: false, content: '', editedAt: null }
  return { ...placeOf(row), ...nothing, state: 'gone' }
}

/** A comment as its author sees it: also while it waits for approval. */
export function presentOwn(row: CommentRow, pictures: Pictures): Comment {
  return row.state === 'pending' ? { ...presentWords(row, pictures), state: 'pending' } : presentListed(row, pictures)
}

/** The name of who wrote a comment; empty where only the place is left. */
export const authorOf = (row: Pick<CommentRow, 'name' | 'author_name'>): string => row.name ?? row.author_name ?? ''

const placeOf = (row: CommentRow) => ({
  id: row.id,
  pageUrl: row.page,
  threadId: row.thread_id,
  parentId: row.parent_id,
  createdAt: row.created_at,
})
