import { createOpenKitchen } from './kitchens.ts'
import { expect, openPage, test } from './test.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('without scripts, the list of kitchens and a menu are complete pages, with a title, a canonical URL and structured data', async ({
    page,
    request,
  }) => {
    const { slug, name } = await createOpenKitchen(request)
    await page.goto(`/order/${slug}`)
    await expect(page).toHaveTitle(new RegExp(`^${name} - `))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByRole('heading', { name: 'Double smash' })).toBeVisible()
    await expect(page.getByText('£9.50')).toBeVisible()
    await expect(page.locator('noscript p', { hasText: 'Ordering needs scripts' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Lemonade' })).toBeHidden()
    await expect(page.getByRole('complementary', { name: 'Your order' })).toBeHidden()
    const attribute = (selector: string, of: string) => page.locator(selector).getAttribute(of)
    expect(await attribute('link[rel=canonical]', 'href')).toMatch(new RegExp(`/order/${slug}$`))
    expect(await attribute('meta[property="og:title"]', 'content')).toBe(name)
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data).toMatchObject({
      '@type': 'Restaurant',
      name,
      openingHours: expect.arrayContaining(['Mo 00:00-23:59']),
    })
    const [mains] = data.hasMenu.hasMenuSection
    expect(mains).toMatchObject({ name: 'Mains', '@type': 'MenuSection' })
    expect(mains.hasMenuItem[0].offers).toEqual({
      '@type': 'Offer',
      price: '9.50',
      priceCurrency: 'GBP',
      availability: 'https://schema.org/InStock',
    })

    await page.goto('/order')
    await expect(page.locator('.kitchen-row h2 a').first()).toBeVisible()
    expect(await (await request.get('/sitemap-kitchens.xml')).text()).toContain(`/order/${slug}</loc>`)
    expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap-kitchens.xml')
  })
})

test.describe('when no notice is shown (a notice would load the application)', () => {
  test.use({ hasNotice: false })

  test('a menu page loads two scripts; the first press loads the application, which then handles the press', async ({
    page,
    request,
  }) => {
    const { slug } = await createOpenKitchen(request)
    const scripts: string[] = []
    page.on('request', (sent) => sent.resourceType() === 'script' && scripts.push(sent.url()))
    const polled = page.waitForResponse('/notifications')
    await page.goto(`/order/${slug}`)
    await polled
    await expect(page.getByRole('heading', { name: 'Lemonade' })).toBeVisible()
    expect(scripts).toHaveLength(2)
    await page.getByRole('button', { name: 'Add Lemonade' }).click()
    await expect(page.getByText('1 in your order')).toBeVisible()
  })
})

test('when a menu has changed after the server rendered it, the page shows the change after the application has loaded', async ({
  page,
  request,
}) => {
  const { slug, vId, owner } = await createOpenKitchen(request)
  await openPage(page, `/order/${slug}`)
  await expect(page.getByText(/^Paused until/)).toHaveCount(0)
  const pause = await request.put(`/api/kitchen/${vId}/pause`, {
    headers: { authorization: `Bearer ${owner.accessToken}` },
    data: { until: Date.now() + 600_000 },
  })
  expect(pause.ok()).toBe(true)
  await expect(page.getByText(/^Paused until/).first()).toBeVisible()
  await page.goto(`/order/${slug}`)
  await expect(page.getByText(/^Paused until/).first()).toBeVisible()
})
