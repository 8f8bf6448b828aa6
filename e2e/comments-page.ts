import type { APIRequestContext, Page } from '@playwright/test'
import type { Comment } from '../contract/comments.ts'
import { bearer, createReader, logIn, type Reader } from './readers.ts'
import { expect, open } from './test.ts'

/** The comments of the page. */
export const comments = (page: Page) => page.locator('#comments')

/** One of them, by words of it. */
export const commentWith = (page: Page, words: string | RegExp) =>
  comments(page).getByRole('article').filter({ hasText: words })

/** The form for a comment of its own thread. */
export const form = (page: Page) => comments(page).locator('.comments-write')

/** Opens a page and brings its comments. */
export async function openComments(page: Page, path = '/seefunk'): Promise<void> {
  await open(page, path)
  await comments(page).scrollIntoViewIfNeeded()
  await expect(comments(page).locator('.comment-list')).toBeAttached()
}

/** The same as a new reader. */
export async function openAsReader(page: Page, path?: string): Promise<Reader> {
  const reader = await createReader(page.request)
  await logIn(page, reader)
  await openComments(page, path)
  await expect(form(page).getByLabel('Your comment')).toBeVisible()
  return reader
}

/** Writes into the form and sends it. */
export async function post(page: Page, words: string): Promise<void> {
  await form(page).getByLabel('Your comment').fill(words)
  await form(page).getByRole('button', { name: 'Post comment' }).click()
}

/** Posts by a call. */
export async function postAs(
  request: APIRequestContext,
  reader: Reader,
  data: { pageUrl: string; content: string; parentId?: string },
): Promise<Comment> {
  const answer = await request.post('/comments', { data: { ...data, openMs: 60_000 }, headers: bearer(reader) })
  expect(answer.status()).toBe(201)
  return answer.json()
}

/** An admin lets a comment through. */
export async function approve(request: APIRequestContext, admin: Reader, id: string): Promise<void> {
  const data = { state: 'visible', reportsResolved: true }
  const answer = await request.put(`/api/desk/comments/${id}/state`, { data, headers: bearer(admin) })
  expect(answer.status()).toBe(200)
}
