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
  const feed = renderFeedHtml(html)
  expect(feed).toContain('href="https://nebelhorn.example/seefunk"')
  expect(feed).toContain('src="https://nebelhorn.example/assets/a.png"')
  expect(feed).not.toMatch(/srcset|<button|heading-link|<nav/)
})
