import type { Page } from '@playwright/test'

/** Locates a comment of the queue. */
export const moderationCard = (page: Page, { id }: { id: string }) => page.locator(`#moderated-${id}`)

/** Locates the message about the last action. */
export const moderationOutcome = (page: Page) => page.locator('.outcome')
