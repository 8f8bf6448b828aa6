import type { Page } from '@playwright/test'

/** A comment of the queue. */
export const moderationCard = (page: Page, { id }: { id: string }) => page.locator(`#moderated-${id}`)

/** What the page says of the last step. */
export const moderationOutcome = (page: Page) => page.locator('.outcome')
