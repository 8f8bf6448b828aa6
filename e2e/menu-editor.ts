import { expect, type Locator, type Page } from '@playwright/test'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import type { OpenKitchen } from './kitchens.ts'
import { logInBrowser } from './readers.ts'
import { openPage } from './test.ts'

/** Opens the menu editor of a kitchen as its owner. */
export async function openMenuEditor(page: Page, { owner, slug }: OpenKitchen): Promise<void> {
  await logInBrowser(page, owner)
  await openPage(page, `/kitchen/${slug}/menu`)
  await expect(page.getByRole('heading', { name: 'Mains' })).toBeVisible()
}

/** Reads the menu as customers see it, one text for each category: "Mains: Double smash, Loaded fries". */
export async function readCustomerMenu(page: Page, slug: string): Promise<string[]> {
  const { categories }: ManagedKitchen = await (await page.request.get(`/api/kitchens/${slug}`)).json()
  return categories.map(({ name, items }) => `${name}: ${items.map((item) => item.name).join(', ')}`)
}

/** Locates the message about the most recent change. */
export const menuEditorOutcome = (page: Page): Locator => page.locator('.outcome').last()
export const menuEditorDialog = (page: Page): Locator => page.getByRole('dialog')
