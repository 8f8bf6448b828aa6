import { expect, test } from 'vitest'
import { renderFeedHtml, splitIntoSections } from './page-text.ts'

const html = `<main><div class="prose"><p>Before any heading.</p>
<h2 id="one">One<a class="heading-link" href="#one">#</a></h2><p>Under <em>one</em>.</p><ul><li>Item</li></ul>
<section class="table-frame"><table><tbody><tr><td>Cell</td></tr></tbody></table></section>
<h3 id="two">Two</h3><div class="code-block"><button>Copy</button><pre><code>npm start</code></pre></div>
<figure><img src="/assets/a.png" srcset="/assets/b.png 2x" alt="A"></figure><p><a href="/seefunk">on</a></p></div>
<nav>Next</nav></main>`

test('splits the text of a page by its headings, and omits buttons and heading links', () => {
  expect(splitIntoSections(html)).toEqual([
    { id: '', heading: '', text: 'Before any heading.' },
    { id: 'one', heading: 'One', text: 'Under one. Item Cell' },
    { id: 'two', heading: 'Two', text: 'npm start on' },
  ])
})

test('a feed entry has absolute URLs and no page controls', () => {
  const feed = renderFeedHtml(html, '/boje')
  expect(feed).toContain('href="https://nebelhorn.example/seefunk"')
  expect(feed).toContain('src="https://nebelhorn.example/assets/a.png"')
  expect(feed).not.toMatch(/srcset|<button|heading-link|<nav/)
})

test('in a feed, a link to a footnote leads to the page, a poster has an absolute URL, and a code file has a link but no “Loading…”', () => {
  const feed = renderFeedHtml(
    `<main><div class="prose"><p>Deep.<a href="#fn-1">1</a></p><video src="/assets/a.mp4" poster="/assets/a.avif"></video>
<div class="code-block"><p><a href="/assets/a.py">a.py</a></p><pre><code class="needs-scripts">Loading…

</code></pre></div></div></main>`,
    '/boje',
  )
  expect(feed).toContain('href="https://nebelhorn.example/boje#fn-1"')
  expect(feed).toContain('poster="https://nebelhorn.example/assets/a.avif"')
  expect(feed).toContain('<a href="https://nebelhorn.example/assets/a.py">a.py</a>')
  expect(feed).not.toContain('Loading')
})

test('in a feed, a relative link leads to the page beside the article, and a link without a scheme leads to its own host', () => {
  const links =
    '<a href="knoten">a</a><a href="./regatta#start">b</a><a href="//wind.example/a">c</a><a href="mailto:a@b.example">d</a>'
  const feed = renderFeedHtml(`<main><div class="prose"><p>${links}</p></div></main>`, '/boje')
  expect(feed.match(/(?<=href=")[^"]*/g)).toEqual([
    'https://nebelhorn.example/knoten',
    'https://nebelhorn.example/regatta#start',
    'https://wind.example/a',
    'mailto:a@b.example',
  ])
})

test('the text below a heading without an anchor belongs to the section above it', () => {
  const article = `<main><div class="prose"><h2 id="one">One</h2><p>Under one.</p>
<section class="spec-grid"><h2>Parts</h2><dl><div><dt>Mast</dt><dd>Spruce</dd></div></dl></section><h2>Last</h2><p>Words.</p></div></main>`
  expect(splitIntoSections(article)).toEqual([
    { id: '', heading: '', text: '' },
    { id: 'one', heading: 'One', text: 'Under one. Parts Mast Spruce Last Words.' },
  ])
})

test('on Home, the text below a heading without an anchor is no part of the section above it', () => {
  const home = '<main><p>Welcome.</p><section><h2>Boats</h2><p>A page about boats.</p></section></main>'
  expect(splitIntoSections(home)).toEqual([
    { id: '', heading: '', text: 'Welcome.' },
    { id: '', heading: 'Boats', text: 'A page about boats.' },
  ])
})
