import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Comment } from '../contract/comments.ts'
import { buildBearerHeader, type Reader } from './readers.ts'

/** Posts a comment through the API. */
export async function postCommentAtOrigin(
  request: APIRequestContext,
  reader: Reader,
  { origin = '', pageUrl = 'ueber-mich', content = '' },
): Promise<Comment> {
  const data = { pageUrl, content, key: crypto.randomUUID(), openMs: 60_000 }
  const answer = await request.post(`${origin}/comments`, { data, headers: buildBearerHeader(reader) })
  if (answer.status() !== 201)
    throw new Error(`The comment was answered with ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

/** Posts a notice through the API, which then appears on every page. */
export async function postNotice(request: APIRequestContext, admin: Reader, message: string): Promise<void> {
  const answer = await request.post('/api/desk/notices', { data: { message }, headers: buildBearerHeader(admin) })
  if (answer.status() !== 201)
    throw new Error(`The notice was answered with ${answer.status()}: ${await answer.text()}`)
}

/** Scrolls to the comments of the page, so that they load. */
export async function scrollToComments(page: Page): Promise<void> {
  await page.locator('#comments').scrollIntoViewIfNeeded()
  await expect(page.locator('#comments .comment-list')).toBeAttached()
  await expect(page.locator('#comments')).not.toContainText('Loading')
}

/** Locates a comment by its text. */
export const locateCommentMarkup = (page: Page, text: string) =>
  page.locator('#comments .comment .markup', { hasText: text })
