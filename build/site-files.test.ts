import { expect, test } from 'vitest'
import { createFeed, renderFeeds } from './site-files.ts'

test('a feed has the twenty newest articles with their texts, the newest first', async () => {
  const rendered = Array.from({ length: 22 }, (_, day) => ({
    page: {
      path: `/day-${day + 1}`,
      title: `Day ${day + 1}`,
      description: '',
      subject: 'about' as const,
      group: 'Werkstatt',
      published: `2026-03-${String(day + 1).padStart(2, '0')}`,
      file: '',
    },
    html: `<main><div class="prose"><p>Words of day ${day + 1}.</p></div></main>`,
  }))
  const { items, options } = await createFeed(rendered)
  expect(items.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, at) => `Day ${22 - at}`))
  expect(items.at(-1)?.content).toContain('Words of day 3.')
  expect(options.updated).toEqual(new Date('2026-03-22'))
})

test('a page that is not an article is in no feed', async () => {
  const privacy = { path: '/privacy', title: 'Privacy', description: '', subject: 'about', file: '' } as const
  const page = { ...privacy, published: '2026-03-01', footer: true }
  expect((await createFeed([{ page, html: '' }])).items).toEqual([])
})

const article = {
  path: '/vec',
  title: 'Vec<T> & co',
  description: 'When a < b.',
  subject: 'about',
  group: 'Werkstatt',
  published: '2026-03-01',
  file: '',
} as const

test('the feeds in XML contain no character that XML does not allow', async () => {
  const html = '<main><div class="prose"><pre>\u001b[31mred\u001b[0m \uffff😀</pre></div></main>'
  const { 'feed.json': _, ...feeds } = await renderFeeds([{ page: { ...article, title: 'A\u0007larm' }, html }])
  for (const feed of Object.values(feeds)) {
    expect(feed).not.toMatch(/[^\n\P{Cc}]|\uffff/u)
    expect(feed).toContain('Alarm')
    expect(feed).toContain('[31mred[0m 😀')
  }
})

test('the feeds in XML are well-formed when an article shows several ends of CDATA and has a tag with “<”', async () => {
  const html = '<main><div class="prose"><code>a[b[0]]>1</code> or <code>c[d[0]]>2</code></div></main>'
  const { 'feed.json': _, ...feeds } = await renderFeeds([{ page: { ...article, tags: ['Vec<T> & co'] }, html }])
  for (const feed of Object.values(feeds)) {
    const markup = feed.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')
    expect(markup).not.toMatch(/code>|\]\]>|="[^"]*</)
    expect(markup).toMatch(/Vec(&lt;|‹)T(&gt;|>) &amp; co/)
    expect(feed).toContain('c[d[0]]&gt;2')
  }
})

test('the title and the summary of an article are HTML in the Atom feed, and plain text in the other feeds', async () => {
  const feeds = await renderFeeds([{ page: article, html: '<main>Words</main>' }])
  expect(feeds['atom.xml']).toContain('<title type="html"><![CDATA[Vec&lt;T&gt; &amp; co]]></title>')
  expect(feeds['atom.xml']).toContain('<summary type="html"><![CDATA[When a &lt; b.]]></summary>')
  expect(feeds['feed.xml']).toContain('<title><![CDATA[Vec<T> & co]]></title>')
  expect(JSON.parse(feeds['feed.json']).items[0]).toMatchObject({ title: 'Vec<T> & co', summary: 'When a < b.' })
})

test('the feeds of a site without articles have the date of its newest page', async () => {
  const home = { ...article, path: '/', group: undefined, published: '2026-02-03' }
  const feeds = await renderFeeds([{ page: home, html: '' }])
  expect(feeds['atom.xml']).toContain('<updated>2026-02-03T00:00:00.000Z</updated>')
  expect(feeds['feed.xml']).toContain('<lastBuildDate>Tue, 03 Feb 2026 00:00:00 GMT</lastBuildDate>')
})
