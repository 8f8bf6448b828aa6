import type { Role } from '#contract/accounts.ts'
import type { Comment } from '#contract/comments.ts'
import type { AppOptions } from '../app.ts'
import { addPerson } from './people.ts'
import { createTestSite } from './site.ts'

/** The fields of a comment besides its text, which make it look ordinary. */
const form = { openMs: 20_000, website: '' }

/**
 * Creates a site that approves every comment, with an admin (Ada) and two readers (Nora and Otto). Also returns
 * functions for tests of comments.
 */
export async function createCommentSite(options: Partial<AppOptions> = {}) {
  const site = await createTestSite(options)
  const { db, call } = site
  const person = (name: string, roles: Role[] = []) =>
    addPerson(db, { name, email: `${name.toLowerCase()}@example.org`, roles, isProved: roles.includes('Admin') })
  const ada = await person('Ada', ['Admin'])
  const nora = await person('Nora')
  const otto = await person('Otto')

  const setPolicy = (policy: string) => call('PUT', '/api/desk/comment-policy', { token: ada.token, body: { policy } })
  await setPolicy('none')

  /** Makes a call as a person, or as a visitor. @returns status and body */
  const as = async (who: { token: string } | null, method: string, url: string, body?: unknown) => {
    const answer = await call(method, url, { ...(who && { token: who.token }), ...(body !== undefined && { body }) })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
  }
  return {
    ...site,
    ada,
    nora,
    otto,
    person,
    as,
    setPolicy,
    /** Posts a comment. Fails when it is refused. */
    post: async (who: { token: string }, content: string, more: Record<string, unknown> = {}): Promise<Comment> => {
      const answer = await as(who, 'POST', '/comments', { pageUrl: 'about', content, ...form, ...more })
      if (answer.status !== 201) throw new Error(`“${content}” was not taken: ${JSON.stringify(answer)}`)
      return answer.body
    },
    /** Lists the comments of a page as a person sees them; by default as a visitor. */
    list: async (who: { token: string } | null = null, url = '/comments/about'): Promise<Comment[]> => {
      const answer = await as(who, 'GET', url)
      if (answer.status !== 200) throw new Error(`${url} was answered ${JSON.stringify(answer)}`)
      return answer.body
    },
    judge: (id: string, state: string, reportsResolved = true) =>
      as(ada, 'PUT', `/api/desk/comments/${id}/state`, { state, reportsResolved }),
  }
}

export type CommentSite = Awaited<ReturnType<typeof createCommentSite>>

/** Returns the texts of comments, and `(gone)` for placeholders of deleted comments. */
export const extractCommentTexts = (comments: readonly Comment[]): string[] =>
  comments.map(({ content, state }) => (state === 'gone' ? '(gone)' : content))
