import { expect, openPage, test } from './test.ts'
import { reporterFilePattern } from './transfers.ts'

const path = '/knoten'
const text = '**/texts/knoten.json*'

test('when the HTML of a page has an older text than the server, the application shows the new text', async ({
  page,
}) => {
  await page.route(text, async (route) => {
    const former = await (await route.fetch()).json()
    await route.fulfill({ json: { ...former, hash: 'another', nodes: [['p', null, 'Ein neuer Knoten.']] } })
  })
  await openPage(page, path)
  await expect(page.getByText('Ein neuer Knoten.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})

test.describe('a page stays readable while its text cannot be loaded', () => {
  test.use({ expectMessages: /Failed to load resource|text of \/knoten/ })

  test('when the application cannot load the text of a page, the page stays readable, and the next press of a button loads the text again', async ({
    page,
  }) => {
    await page.route(text, (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto(path)
    const words = await page.locator('.prose').textContent()
    // The reporter loads after the failure.
    const failed = page.waitForRequest(reporterFilePattern)
    await page.getByRole('button', { name: 'Search' }).click()
    await failed
    await expect(page.locator('.prose')).toHaveText(words ?? '')
    await page.unroute(text)
    // A click would first move the mouse, which loads the text, too. The first press may then open the dialog before
    // the click, and cover the button.
    await page.getByRole('button', { name: 'Search' }).press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
