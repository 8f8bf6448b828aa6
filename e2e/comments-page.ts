import type { APIRequestContext, Page } from '@playwright/test'
import type { Comment } from '../contract/comments.ts'
import { buildBearerHeader, createReader, logInBrowser, type Reader } from './readers.ts'
import { expect, openPage } from './test.ts'

/** Locates the comments of the page. */
export const commentsSection = (page: Page) => page.locator('#comments')

/** Locates a comment by its text. */
export const findComment = (page: Page, words: string | RegExp) =>
  commentsSection(page).getByRole('article').filter({ hasText: words })

/** Locates the form for a new thread. */
export const commentForm = (page: Page) => commentsSection(page).locator('.comments-write')

/** Opens a page and scrolls to its comments. */
export async function openComments(page: Page, path = '/seefunk'): Promise<void> {
  await openPage(page, path)
  await commentsSection(page).scrollIntoViewIfNeeded()
  await expect(commentsSection(page).locator('.comment-list')).toBeAttached()
}

/** Opens a page and its comments as a new reader. */
export async function openCommentsAsNewReader(page: Page, path?: string): Promise<Reader> {
  const reader = await createReader(page.request)
  await logInBrowser(page, reader)
  await openComments(page, path)
  await expect(commentForm(page).getByLabel('Your comment')).toBeVisible()
  return reader
}

/** Fills in the comment form and sends it. */
export async function submitComment(page: Page, words: string): Promise<void> {
  await commentForm(page).getByLabel('Your comment').fill(words)
  await commentForm(page).getByRole('button', { name: 'Post comment' }).click()
}

/** Posts a comment through the API. */
export async function postCommentAs(
  request: APIRequestContext,
  reader: Reader,
  data: { pageUrl: string; content: string; parentId?: string },
): Promise<Comment> {
  const answer = await request.post('/comments', {
    data: { ...data, openMs: 60_000 },
    headers: buildBearerHeader(reader),
  })
  expect(answer.status()).toBe(201)
  return answer.json()
}

/** Approves a comment as an admin, through the API. */
export async function approveComment(request: APIRequestContext, admin: Reader, id: string): Promise<void> {
  const data = { state: 'visible', reportsResolved: true }
  const answer = await request.put(`/api/desk/comments/${id}/state`, { data, headers: buildBearerHeader(admin) })
  expect(answer.status()).toBe(200)
}
