import { expect, test, vi } from 'vitest'
import { buildArticleSitePage, createNewsletterSite } from '../../testing/newsletter.ts'

const NOON = Date.parse('2026-11-26T12:00:00Z')

/** Starts a site at noon, with an old page and one subscriber for each email address. */
async function start(...subscribers: string[]) {
  vi.setSystemTime(NOON)
  const site = await createNewsletterSite()
  const old = buildArticleSitePage('old')
  // createNewsletterSite has started the newsletter with the pages of the fixture. Deleting this setting undoes the
  // start.
  await site.db.deleteFrom('settings').where('key', '=', 'newsletter.since').execute()
  const process = await site.startProcess([old])
  for (const email of subscribers) await site.subscribeAddress(email)
  return { ...site, process, old }
}

test('a new page is mailed once to each subscriber, even when several processes start several times', async () => {
  const { process, old, sent, startProcess } = await start('a@example.org', 'b@example.org')
  const pages = [old, buildArticleSitePage('anchors')]
  const others = [await startProcess(pages), await startProcess(pages)]
  for (const one of [process, ...others]) {
    await one.serve(pages)
    await one.work()
    await one.work()
  }
  expect(sent.map(({ to }) => to).sort()).toEqual(['a@example.org', 'b@example.org'])
  expect(sent[0]?.text).toContain('About anchors')
  expect(sent[0]?.text).toContain('/anchors')
})

test('never mails private, undated, old or renamed pages, pages that are not articles, or pages from before the first start', async () => {
  const { process, old, sent } = await start('a@example.org')
  await process.serve([
    old,
    buildArticleSitePage('secret', { private: true }),
    buildArticleSitePage('screen', { isArticle: false }),
    buildArticleSitePage('imported', { published: '2026-10-26' }),
    buildArticleSitePage('undated', { published: null }),
    buildArticleSitePage('moved', { aliases: ['/old'] }),
  ])
  await process.work()
  expect(sent).toEqual([])
})

test('a page with a future date is mailed when its date is reached, without a restart', async () => {
  const { process, sent } = await start('a@example.org')
  await process.serve([buildArticleSitePage('later', { published: '2026-11-27' })])
  vi.setSystemTime(Date.parse('2026-11-26T23:59:59Z'))
  await process.work()
  expect(sent).toEqual([])
  vi.setSystemTime(Date.parse('2026-11-27T00:00:00Z'))
  await process.work()
  expect(sent.map(({ to }) => to)).toEqual(['a@example.org'])
})

test('a weekly subscriber gets one mail on Monday with all pages of the week', async () => {
  const { process, sent, subscribeAddress } = await start()
  await subscribeAddress('weekly@example.org', 'weekly')
  await process.serve([buildArticleSitePage('one')])
  await process.serve([buildArticleSitePage('one'), buildArticleSitePage('two')])
  vi.setSystemTime(Date.parse('2026-11-30T05:59:59Z'))
  await process.work()
  expect(sent).toEqual([])
  vi.setSystemTime(Date.parse('2026-11-30T06:00:00Z'))
  await process.work()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.subject).toMatch(/^2 new pages on /)
  expect(sent[0]?.text).toMatch(/About one:[\s\S]*\/one[\s\S]*About two:[\s\S]*\/two/)
})

test('a page that appears while the site has no mail server is not mailed later', async () => {
  const { old, sent, startProcess } = await start('a@example.org')
  const pages = [old, buildArticleSitePage('quiet')]
  const mute = await startProcess(pages, { send: null as never, perMinute: 20 })
  await mute.work()
  const later = await startProcess(pages)
  await later.work()
  expect(sent).toEqual([])
})
