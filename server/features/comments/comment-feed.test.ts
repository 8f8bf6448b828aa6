import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBuildOutput } from '../../http/build-output.ts'
import { createCommentSite } from '../../testing/comments.ts'
import { writeTemporaryFixture } from '../../testing/fixture-build.ts'
import { renderCommentHtml } from './comment-text.ts'

const address = '/comments/about/feed.xml'

test('a page has an Atom feed of its newest comments', async () => {
  const site = await createCommentSite()
  const root = await site.post(site.nora, 'I *like* it & you')
  const reply = await site.post(site.otto, '> I *like* it\n\nSo do I: https://hat.example/?a=1&b=2', {
    parentId: root.id,
  })
  const feed = await site.app.inject(address)
  expect([feed.statusCode, feed.headers['content-type'], feed.headers['cache-control']]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
    'no-cache',
  ])
  expect(feed.headers['content-security-policy']).toContain(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:;",
  )
  expect(feed.headers['content-security-policy']).not.toContain('report-uri')
  expect(feed.body).toContain('<title>Comments on About</title>')
  expect(feed.body).toContain('href="https://site.test/comments/about/feed.xml"')
  const entries = feed.body.split('<entry>').slice(1)
  expect(entries).toHaveLength(2)
  expect(entries[0]).toContain(`<id>https://site.test/about#comment-${reply.id}</id>`)
  expect(entries[0]).toContain('<title type="html"><![CDATA[Otto on About]]></title>')
  expect(entries[0]).toContain('<a href="https://hat.example/?a=1&amp;b=2" rel="nofollow ugc noopener">')
  expect(entries[1]).toContain('<![CDATA[<p>I <em>like</em> it &amp; you</p>]]>')
  expect(entries[1]).toContain('<name>Nora</name>')
})

test('the feed contains only public comments, and is answered 304 until they change', async () => {
  const site = await createCommentSite()
  const root = await site.post(site.nora, 'root words')
  await site.post(site.otto, 'reply words', { parentId: root.id })
  await site.as(site.nora, 'DELETE', `/comments/${root.id}`)
  await site.setPolicy('all')
  await site.post(site.nora, 'waiting words')
  const feed = await site.app.inject(address)
  expect(feed.body.match(/\w+ words/g)).toEqual(['reply words'])
  const headers = { 'if-none-match': String(feed.headers.etag) }
  expect((await site.app.inject({ url: address, headers })).statusCode).toBe(304)
  await site.post(site.ada, 'new words')
  expect((await site.app.inject({ url: address, headers })).body).toContain('new words')
})

test('the feed has the new title of its page as soon as a newer build is served', async () => {
  const dist = join(writeTemporaryFixture(), 'dist')
  const site = await createCommentSite({ build: readBuildOutput(dist) })
  await site.post(site.nora, 'Hello')
  expect((await site.app.inject(address)).body).toContain('<title>Comments on About</title>')
  const record = readFileSync(join(dist, 'build.json'), 'utf8').replace('fixture-1', 'next').replace('"About"', '"Us"')
  writeFileSync(join(dist, 'build.json'), record)
  for (const job of site.app.features.find(({ name }) => name === 'publishing')?.jobs ?? []) await job.run()
  const { body } = await site.app.inject(address)
  expect(body).toContain('<title>Comments on Us</title>')
  expect(body).toContain('Nora on Us')
})

test('hostile text and names break neither the feed nor its HTML', async () => {
  const site = await createCommentSite()
  const name = ']]></title><script>alert(1)</script>&\uFFFE'
  await site.db.updateTable('users').set({ name }).where('id', '=', site.nora.id).execute()
  await site.post(site.nora, ']]> ]]> <script>alert(2)</script> `]]>` [a](javascript:alert(3)) <a href="x" onclick=y>')
  const { body } = await site.app.inject(address)
  expect(body).not.toMatch(/<script|<a |\uFFFE/)
  expect(body.match(/<!\[CDATA\[/g)?.length).toBe(body.match(/\]\]>/g)?.length)
})

test('a page without comments has an empty feed; the feed of a private or unknown page is answered 404', async () => {
  const site = await createCommentSite()
  await site.post(site.nora, 'between us', { pageUrl: 'secret' })
  expect((await site.app.inject(address)).body).not.toContain('<entry>')
  for (const page of ['secret', 'nowhere', '%00', '..%2fabout']) {
    const answer = await site.call('GET', `/comments/${page}/feed.xml`, { token: site.nora.token })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  }
})

test('the HTML of a comment is created when the comment is written or edited, and the feed uses the stored HTML', async () => {
  const site = await createCommentSite()
  const kept = () => site.db.selectFrom('comments').select('content_html').executeTakeFirst()
  const { id } = await site.post(site.nora, '*first*\uFFFE')
  expect(await kept()).toEqual({ content_html: '<p><em>first</em></p>' })
  await site.as(site.nora, 'PATCH', `/comments/${id}`, { content: '**second**' })
  expect(await kept()).toEqual({ content_html: '<p><strong>second</strong></p>' })
  await site.db.updateTable('comments').set({ content_html: '<p>as kept</p>' }).execute()
  expect((await site.app.inject(address)).body).toContain('<![CDATA[<p>as kept</p>]]>')
})

test('the first feed creates and stores the missing HTML of an old comment; deleting the comment empties its HTML', async () => {
  const site = await createCommentSite()
  const root = await site.post(site.nora, '*old*')
  await site.post(site.otto, 'reply', { parentId: root.id })
  const kept = () => site.db.selectFrom('comments').select('content_html').where('id', '=', root.id).executeTakeFirst()
  await site.db.updateTable('comments').set({ content_html: null }).execute()
  expect((await site.app.inject(address)).body).toContain('<![CDATA[<p><em>old</em></p>]]>')
  expect(await kept()).toEqual({ content_html: '<p><em>old</em></p>' })
  await site.as(site.nora, 'DELETE', `/comments/${root.id}`)
  expect(await kept()).toEqual({ content_html: '' })
})

test('an IP address may request 60 feeds a minute and then gets 429', async () => {
  const site = await createCommentSite()
  for (let at = 0; at < 60; at++) expect((await site.app.inject(address)).statusCode).toBe(200)
  const answer = await site.app.inject(address)
  expect([answer.statusCode, answer.json().code, Number(answer.headers['retry-after']) > 0]).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  expect((await site.app.inject({ url: address, remoteAddress: '192.0.2.9' })).statusCode).toBe(200)
})

describe('a comment becomes HTML', () => {
  test.each([
    ['a **b** _c_ `<d>`\ne', '<p>a <strong>b</strong> <em>c</em> <code>&lt;d&gt;</code><br>e</p>'],
    ['- a\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['3. a', '<ol start="3"><li><p>a</p></li></ol>'],
    ['```\n<a>\n```', '<pre><code>&lt;a&gt;</code></pre>'],
    [
      '[x](https://a.example/"onclick=")',
      '<p><a href="https://a.example/&quot;onclick=&quot;" rel="nofollow ugc noopener">x</a></p>',
    ],
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ])('converts the comment %j to safe HTML', (content, html) => {
    expect(renderCommentHtml(content)).toBe(html)
  })
})
