import { expect, type Locator, type Page } from '@playwright/test'
import type { OpenKitchen } from './kitchens.ts'
import { open } from './test.ts'

/** Puts two lemonades and fries into the order at a kitchen (£8.70) and goes on to its checkout. */
export async function toCheckout(page: Page, { slug }: Pick<OpenKitchen, 'slug'>): Promise<void> {
  await fillCart(page, slug)
  await open(page, `/order/${slug}/checkout`)
  await expect(placeButton(page)).toBeVisible()
}

export async function fillCart(page: Page, slug: string): Promise<void> {
  await open(page, `/order/${slug}`)
  await page.getByRole('button', { name: 'Add Lemonade' }).click()
  await page.getByRole('button', { name: 'Add Lemonade' }).click()
  await page.getByRole('button', { name: 'Add Loaded fries' }).click()
}

export const placeButton = (page: Page): Locator => page.getByRole('button', { name: /^Place order, / })

/** Fills in what a guest is asked for. */
export async function sayWho(page: Page, { name = 'Gus Guest', email = `${crypto.randomUUID()}@example.org` } = {}) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  return email
}

/** Where it goes. */
export async function sayWhere(page: Page, postcode: string): Promise<void> {
  await page.getByLabel('Street and number').fill('12 High Street')
  await page.getByLabel('Town').fill('Aberdeen')
  await page.getByLabel('Postcode').fill(postcode)
}

export const placedPage = /\/orders\/[\w-]{36}$/
