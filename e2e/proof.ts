import type { APIRequestContext, Page } from '@playwright/test'
import { buildBearerHeader, PASSWORD, type Reader } from './readers.ts'
import { expect } from './test.ts'

/** Locates the dialog "Is it you?". */
export const proofDialog = (page: Page) => page.getByRole('dialog', { name: 'Is it you?' })

/** Answers the dialog "Is it you?" with the password. */
export async function fillOwnerProofDialog(page: Page): Promise<void> {
  const dialog = proofDialog(page)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog).toBeHidden()
}

/** Sends the reader's password to the API, as proof that the owner of the account is using the session. */
export async function sendOwnerProof(request: APIRequestContext, reader: Reader): Promise<void> {
  const answer = await request.post('/api/account/proof', {
    headers: buildBearerHeader(reader),
    data: { password: PASSWORD },
  })
  expect(answer.status()).toBe(204)
}
