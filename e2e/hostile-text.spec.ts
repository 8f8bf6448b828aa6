import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { chooseByRun } from '#contract/testing/soak-run.ts'
import { xssStrings } from '#contract/testing/xss-strings.ts'
import { test } from './desk-test.ts'
import { readMails } from './mail.ts'
import { buildBearerHeader, createReader, logInBrowser, type Reader } from './readers.ts'
import { createApiClient, expect, hydratePage, openPage } from './test.ts'

/** The number of replies in a batch. With their parent comment, they fill one page of the list. */
const BATCH = 49
/** The number of comments that one account may post in ten minutes. */
const EACH = 10

/** The HTML elements that a comment may contain, and their allowed attributes. */
const allowed: Record<string, string[]> = {
  ...Object.fromEntries(['P', 'BR', 'EM', 'STRONG', 'CODE', 'BLOCKQUOTE', 'UL', 'LI'].map((tag) => [tag, []])),
  PRE: ['tabindex'],
  OL: ['start'],
  A: ['href', 'title', 'rel'],
  SPAN: ['class'],
}

/** The pages on which the strings are posted, one for each batch. No other test uses these pages. */
const pages = ['anker', 'boje', 'kompass', 'lotse', 'regatta', 'echolot', 'knoten', 'rote-sand', 'bootsbau']

/**
 * A short run tests every 18th string. Neighbouring strings are similar, so this sample contains each kind. All strings
 * are tested in web/ui/comment-markup.test.ts and server/features/comments/content-columns.test.ts.
 */
const tried = chooseByRun(
  xssStrings.filter((_, i) => i % 18 === 0),
  xssStrings,
)
const batches = pages
  .map((page, i) => ({ page, strings: tried.slice(i * BATCH, (i + 1) * BATCH) }))
  .filter(({ strings }) => strings.length > 0)

test('every hostile string is tested on one of the pages', () => {
  expect(batches.flatMap(({ strings }) => strings)).toEqual(tried)
})

test('harmOf detects a hostile string that runs a script or sends a request', async ({ browser }) => {
  const harmed = await harmOf(browser, ['<img src=x onerror=alert(1)>', '<img src="https://evil.example/pixel.png">'])
  expect(harmed).toEqual(expect.arrayContaining(['dialog: 1', 'request: https://evil.example/pixel.png']))
})

for (const { page: key, strings } of batches) {
  test(`hostile comments on ${key}, new or edited, run nothing in the list, the preview, the desk, the mails and the feed`, async ({
    page,
    browser,
    request,
    playwright,
    baseURL,
    admin,
  }) => {
    test.setTimeout(240_000)
    // Each author has its own IP address, because the number of posts from one address is limited.
    const asked = await createReader(request)
    const root = await post(request, asked, { pageUrl: key, content: 'What do you think?' })
    await approve(request, admin, [root])

    const writers = await Promise.all(
      Array.from({ length: Math.ceil(strings.length / EACH) }, async (_, i) => {
        const mine = await createApiClient(playwright, baseURL)
        return { reader: await createReader(mine), request: mine, strings: strings.slice(i * EACH, (i + 1) * EACH) }
      }),
    )
    const written: string[][] = []
    for (const writer of writers) {
      const ids: string[] = []
      for (const content of writer.strings) {
        ids.push(await post(writer.request, writer.reader, { pageUrl: key, content, parentId: root }))
      }
      written.push(ids)
    }
    const ids = written.flat()

    await test.step('the desk', async () => {
      await logInBrowser(page, admin)
      await openPage(page, '/desk/moderation?filter=all')
      await expect(page.locator('main .markup').nth(strings.length - 1)).toBeAttached()
      expect(await strangeIn(page)).toEqual([])
    })

    await test.step('the public list', async () => {
      await approve(request, admin, ids)
      await showThread(page, key, root, ids)
    })

    await test.step('the feed', async () => {
      const feed = await (await request.get(`/comments/${key}/feed.xml`)).text()
      const contents = await page.evaluate((xml) => {
        const document = new DOMParser().parseFromString(xml, 'application/xml')
        if (document.querySelector('parsererror')) throw new Error('The feed is no XML')
        return [...document.querySelectorAll('content')].map(({ textContent }) => textContent)
      }, feed)
      expect(contents.length).toBeGreaterThanOrEqual(Math.min(strings.length, BATCH))
      expect(await harmOf(browser, contents)).toEqual([])
    })

    await test.step('the mails', async () => {
      const answers = async () => (await readMails(asked.email)).filter(({ subject }) => !/Confirm/.test(subject ?? ''))
      await expect.poll(async () => (await answers()).length, { timeout: 60_000 }).toBe(strings.length)
      const mails = await answers()
      for (const { to, cc, bcc } of mails) expect([to?.length, cc, bcc]).toEqual([1, undefined, undefined])
      expect(
        await harmOf(
          browser,
          mails.map(({ html }) => html ?? ''),
        ),
      ).toEqual([])
    })

    await test.step('edited comments', async () => {
      for (const [i, { request: mine, reader, strings: posted }] of writers.entries()) {
        for (const [j, id] of (written[i] ?? []).entries()) {
          const content = posted[(j + 1) % posted.length]
          const answer = await mine.patch(`/comments/${id}`, { headers: buildBearerHeader(reader), data: { content } })
          expect(answer.status(), content).toBe(200)
        }
      }
      await approve(request, admin, ids)
      await showThread(page, key, root, ids)
    })

    await test.step('the preview', async () => {
      const form = page
        .locator('form')
        .filter({ has: page.getByRole('tab', { name: 'Preview' }) })
        .first()
      for (const words of strings) {
        await form.getByRole('tab', { name: 'Write' }).click()
        await form.getByRole('textbox').fill(words)
        await form.getByRole('tab', { name: 'Preview' }).click()
        await expect(form.locator('.markup')).toBeVisible()
      }
      expect(await strangeIn(page)).toEqual([])
    })

    for (const { request: mine } of writers) await mine.dispose()
  })
}

async function post(request: APIRequestContext, reader: Reader, data: object): Promise<string> {
  const answer = await request.post('/comments', {
    headers: buildBearerHeader(reader),
    data: { ...data, openMs: 9_000 },
  })
  expect(answer.status(), JSON.stringify(data)).toBe(201)
  return (await answer.json()).id
}

async function approve(request: APIRequestContext, admin: Reader, ids: string[]): Promise<void> {
  for (const id of ids) {
    const data = { state: 'visible', reportsResolved: true }
    const answer = await request.put(`/api/desk/comments/${id}/state`, { headers: buildBearerHeader(admin), data })
    expect(answer.status()).toBe(200)
  }
}

/** Opens the page of a thread and loads all its comments. */
async function showThread(page: Page, key: string, root: string, ids: string[]): Promise<void> {
  const address = `/${key}#comment-${root}`
  if (page.url().endsWith(address)) await page.reload()
  else await page.goto(address)
  await hydratePage(page)
  for (const id of ids) await expect(page.locator(`#comment-${id}`)).toBeAttached()
  expect(await strangeIn(page)).toEqual([])
}

/** Lists forbidden elements and attributes inside readers' texts on the page. */
function strangeIn(page: Page): Promise<string[]> {
  return page.evaluate((allowed) => {
    const strange: string[] = []
    for (const element of document.querySelectorAll('.markup *')) {
      const attributes = [...element.attributes].filter(({ name }) => !allowed[element.tagName]?.includes(name))
      const href = element.getAttribute('href')
      if (!(element.tagName in allowed) || attributes.length > 0 || (href !== null && !/^https?:\/\//.test(href)))
        strange.push(element.outerHTML)
    }
    return strange
  }, allowed)
}

/** Shows HTML on a page without a Content-Security-Policy. @returns every dialog and request that the HTML causes */
async function harmOf(browser: Browser, htmls: readonly string[]): Promise<string[]> {
  const harm: string[] = []
  const page = await browser.newPage()
  page.on('dialog', (dialog) => {
    harm.push(`dialog: ${dialog.message()}`)
    dialog.dismiss()
  })
  await page.route('**', (route) => {
    harm.push(`request: ${route.request().url()}`)
    return route.abort()
  })
  for (const html of htmls) {
    await page.setContent(html)
    for (const link of await page.locator('a').all()) {
      const href = (await link.getAttribute('href')) ?? ''
      if (!/^https?:\/\//.test(href)) harm.push(`link: ${href}`)
    }
  }
  await page.close()
  return harm
}
