import type { Page } from '@playwright/test'

/** Locates a comment in the moderation queue. */
export const moderationCard = (page: Page, { id }: { id: string }) => page.locator(`#moderated-${id}`)

/** Locates the message about the most recent action. */
export const moderationOutcome = (page: Page) => page.locator('.outcome')
