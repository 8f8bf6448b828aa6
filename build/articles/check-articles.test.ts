import { expect, test } from 'vitest'
import { findErrors, findErrorsAtPath } from './check-test-article.ts'

test('an article that uses all features correctly has no errors', async () => {
  const errors = await findErrors(
    "import plan from './page/plan.svg?picture'",
    "import config from './page/app.config?code=ini'",
    '',
    '```js {1,3-4} title="a.js"',
    'let a = 1 // [!code --]',
    'let a = 2 // [!code ++]',
    'run(a)',
    'run(a)',
    '```',
    '',
    '![The plan of a boat](./page/plan.svg "Drawn in winter")',
    '',
    '![A tack in three seconds.](./page/tack.mp4)',
    '',
    'Here is [the film](./page/tack.mp4).',
    '',
    '<Picture src={plan} alt="The plan" />',
    '<CodeFile src={config} />',
    '',
    '> [!TIP]',
    '> It costs $5, or $6 with $$\\frac{1}{2}$$ of oil.[^1]',
    '',
    '[^1]: In 2026.',
    '',
    '<details><summary>More</summary>Press <kbd>X</kbd>, {String(6 * 7)} times.</details>',
    '',
    '<svg viewBox="0 0 1 1"><path d="M0 0" /></svg>',
    '',
    "<SkillGrid items={['Soldering', String(2)]} />",
    '',
    "<SpecGrid title=\"Parts\" items={[{ component: 'Case', 'spec': `Oak` }, ...[]]} />",
  )
  expect(errors).toEqual([])
})

test.each([
  '<table><tbody><Own /></tbody></table>',
  '<table><Own /></table>',
  '<Own><tr><td>Words</td></tr></Own>',
  '<Own><td>Words</td></Own>',
  '<svg viewBox="0 0 1 1"><Own /></svg>',
  '<ul><Own><li>Words</li></Own></ul>',
])('a component of the page may stand where its HTML is valid: %s', async (text) => {
  expect(await findErrors('export const Own = (props) => <>{props.children}</>', '', text)).toEqual([])
})

test('errors of all articles are reported with file and line', async () => {
  const errors = await findErrors('```pyhton', 'print(1)', '```', '', '![A boat](./page/boat.jpg)')
  expect(errors).toEqual([
    '5: pyhton is not a language of code. The nearest names are python, proto, hjson; the language text is not highlighted.',
    '9: ./page/boat.jpg does not exist beside the page.',
  ])
})

test.each<[string, string[], RegExp]>([
  [
    'an HTML comment',
    ['One.', '', '<!-- more -->'],
    /^7: MDX has no comments like <!-- … -->\. Delete it, or write \{/,
  ],
  ['an opening brace', ['', 'Write {a name}.'], /^6: MDX reads \{ as code, and cannot read this\. Write \\\{ /],
  ['text in braces', ['Open https://{ip}:8443.'], /^5: The page has nothing named ip\. .* write \\\{ for the sign/],
  ['a word in braces that is a Node.js global', ['Ask {process}.'], /^5: The page has nothing named process\./],
  ['a template variable of another site generator', ['By {{ page.author }}.'], /^5: MDX reads \{ as code, and cannot/],
  [
    'a file that is used without an import',
    ['<Picture src={plan} alt="A plan" />'],
    /^5: The page has nothing named plan\. Import it above/,
  ],
  [
    'a shortcode of another site generator',
    ['One.', '', '{{< figure src="a.png" >}}'],
    /^7: \{\{< begins a shortcode of another generator\./,
  ],
  ['a heading anchor of another site generator', ['## Sails {#sails}'], /^5: \{# begins a shortcode/],
  [
    'a line that begins with import',
    ['Text.', '', 'import numpy as np is a line.'],
    /^7: MDX reads a line that begins/,
  ],
  [
    'an HTML element without a closing slash, such as br',
    ['One.', '', 'Two<br>three.'],
    /^7: MDX closes every element\. Write <br \/>\./,
  ],
  ['an element without an end tag', ['One.', '', 'Clone <repo> first.'], /^7: <repo> is an element without an end\./],
  [
    'an element that HTML does not have',
    ['<name>value</name>'],
    /^5: <name> is no element of HTML\. Write \\< for the sign; /,
  ],
  [
    'a picture as an element',
    ['<img src="https://o.example/a.png" />'],
    /^5: <img> shows no file of the page\. Write !\[/,
  ],
  ['an embedded page', ['<iframe src="https://o.example"></iframe>'], /^5: <iframe> would load another site/],
  ['a script', ['<script async src="https://o.example/a.js"></script>'], /^5: <script> runs nothing here\./],
  ['an inline style', ['<p style="color:red">Red</p>'], /^5: <p> has the attribute style, which the security policy/],
  ['an id that the page uses itself', ['<a id="menu"></a>'], /^5: <a> has the id menu, which the page uses itself\./],
  [
    'an id that an earlier element has',
    ['<a id="parts"></a>', '', '<p id="parts">Words</p>'],
    /^7: <p> has the id parts of an earlier element\. Choose another one\./,
  ],
  [
    'an inline style in a drawing',
    ['<svg viewBox="0 0 1 1">', '  <path style="fill:red" d="M0 0" />', '</svg>'],
    /^6: <path> has the attribute style, which the security policy refuses\./,
  ],
  ['a style sheet in a drawing', ['<svg>', '<style>a</style>', '</svg>'], /^6: <style> has no place in an article\./],
  ['an opening angle bracket', ['It takes <10 ms.'], /^5: MDX reads < as the start of a component\. Write \\< /],
  [
    'a line mark beyond the end',
    ['```js {2,4-6}', 'one', 'two', '```'],
    /^5: Line 4 is marked, but the block has 2 lines\.$/,
  ],
  [
    'a range of line marks that no memory holds',
    ['```js {1-9999999999}', 'one', 'two', '```'],
    /^5: Line 3 is marked, but the block has 2 lines\.$/,
  ],
  ['a misspelt title of a code block', ['```js titel="a.js"', 'one', '```'], /^5: "titel="a\.js"" is not understood\./],
  [
    'an unknown mark of a line',
    ['```js', 'one // [!code focus]', '```'],
    /^5: \[!code focus\] is not understood\. Write \[!code \+\+\]/,
  ],
  ['a line mark that is not in a comment', ['```js', 'one = [!code ++] + 1', '```'], /^5: .* must stand in a comment/],
  [
    'an unknown callout',
    ['> [!NOTICE]', '> Mind the boom.'],
    /^5: \[!NOTICE\] is not a callout\. The nearest ones are \[!NOTE\]/,
  ],
  ['a callout without text', ['> [!NOTE]'], /^5: \[!NOTE\] has no text\./],
  ['a formula that KaTeX cannot read', ['', '$$', '\\frac{1}', '$$'], /^6: The formula cannot be read: /],
  [
    'a formula that needs an inline style',
    ['Speed $$\\fcolorbox{red}{blue}{v}$$.'],
    /^5: The formula has a colour or a frame/,
  ],
  [
    'a footnote without a text',
    ['Deep.[^depth]'],
    /^5: \[\^depth\] has no text\. Write \[\^depth\]: … in a line of its own, or \\\[\^depth\] for the signs\.$/,
  ],
  [
    'the text of a footnote that no sentence refers to',
    ['Deep.', '', '[^depth]: Two metres.'],
    /^7: No footnote \[\^depth\] shows/,
  ],
  [
    'a picture without a description',
    ['![](./page/plan.svg)'],
    /^5: The picture \.\/page\/plan\.svg has no description/,
  ],
  ['a picture of another site', ['![A boat](https://other.example/a.png)'], /^5: .* is a picture of another site/],
  ['a picture within a sentence', ['See ![a boat](./page/plan.svg) here.'], /^5: The picture is within a sentence/],
  [
    'an imported picture that is missing',
    ["import a from './page/a.svg?picture'", '', 'Text'],
    /^5: \.\/page\/a\.svg does not exist/,
  ],
  [
    'a code file in an unknown language',
    ["import a from './page/app.config?code'", '', 'Text'],
    /^5: config is not a language/,
  ],
  ['a misspelt component', ['<Vidoe src="a" />'], /^5: <Vidoe> is not a component\. The nearest names are Video,/],
  ['a component that lacks an attribute', ['<Quote>', 'Hm.', '</Quote>'], /^5: <Quote> needs by\.$/],
  [
    'a misspelt attribute of a component',
    ["import film from './page/tack.mp4?url'", '', '<Video src={film} title="A tack" caption={film} />'],
    /^7: <Video> has no attribute caption\. The nearest ones are captions, /,
  ],
  ['an attribute of a component without attributes', ['<Warning title="A">', 'B', '</Warning>'], /^5: .* Delete it\.$/],
  [
    'items that are a text',
    ['<SkillGrid items="Soldering, Patience" />'],
    /^5: The items of <SkillGrid> are a list\. Write them as items=\{\['Soldering', 'Patience'\]\}\.$/,
  ],
  ['items without a value', ['<SpecGrid items />'], /^5: The items of <SpecGrid> are a list\./],
  ['items of another form', ["<SkillGrid items={[{ component: 'A', spec: 'B' }]} />"], /^5: The items of <SkillGrid>/],
  ['items without the keys of the component', ["<SpecGrid items={['A', 'B']} />"], /^5: The items of <SpecGrid>/],
  ['items with a misspelt key', ["<SpecGrid items={[{ component: 'A', specs: 'B' }]} />"], /^5: The items of <SpecGr/],
  ['a Keys component without text', ['Press <Keys />.'], /^5: <Keys> holds words only, as in <Keys>Ctrl/],
  ['a Keys component with bold text', ['Press <Keys>**Ctrl** + K</Keys>.'], /^5: <Keys> holds words only/],
  [
    'a component of Home in an article',
    ['One.', '', '<Figures items={[]} />'],
    /^7: <Figures> is for the home page only\./,
  ],
  [
    'the path of a video that is not imported',
    ['<Video title="A tack"', '  src="./page/tack.mp4" />'],
    /^5: <Video> needs the file itself as src\. Import it above: import src from '\.\/page\/tack\.mp4\?url'/,
  ],
  [
    'the path of a picture that is not imported',
    ['<Picture src="./page/plan.svg" alt="The plan" />'],
    /^5: <Picture> needs the file itself as src\. Import it above: import src from '\.\/page\/plan\.svg\?picture'/,
  ],
  [
    'a quote with an invalid date',
    ['<Quote by="Ada" date="yesterday">', 'Hm.', '</Quote>'],
    /^5: yesterday is no date/,
  ],
  [
    'a quote with a date in words',
    ['<Quote by="Ada" date="14 February 2026">', 'Hm.', '</Quote>'],
    /^5: 14 February 2026 is no date/,
  ],
  ['a quote of a month', ['<Quote by="Ada" date="2026-02">', 'Hm.', '</Quote>'], /^5: 2026-02 is no date/],
  [
    'a quote with an invalid URL',
    ['<Quote by="Ada" from="ada.example">', 'Hm.', '</Quote>'],
    /^5: ada\.example is no address/,
  ],
  [
    'an If component that names an unknown feature',
    ['<If orders>', '', 'Food', '', '</If>'],
    /^5: <If> names one feature: /,
  ],
  ['an opening brace at the end of the page', ['Text {'], /^5: MDX reads \{ as code, and finds no \} for it\./],
  [
    'an attribute without quotes',
    ['<Video src=film.mp4 title="A" />'],
    /^5: Put the value of an attribute between double/,
  ],
  ['a sign in angle brackets that is no element', ['<read *>'], /^5: MDX reads < as the start of a component\./],
  ['a cell without a row', ['<div>', '<td>Words</td>', '</div>'], /^6: HTML allows no <td> at this place, /],
  ['a row without a table', ['', '<tr><td>Words</td></tr>'], /^6: HTML allows no <tr> at this place, /],
  ['words between cells', ['<table><tr>Words <td>1</td></tr></table>'], /^5: HTML allows no words between the cells/],
  ['a link in a link', ['<a href="/">One *and <a href="/">two</a>*</a>'], /^5: HTML allows no <a> at this place, /],
  [
    'a link in a link within a component of the page',
    ['export const Own = (props) => props.children', '', '<Own><a href="/">One <a href="/">two</a></a></Own>'],
    /^7: HTML allows no <a> at this place, /,
  ],
  ['a button in a button', ['<button>A <button>B</button></button>'], /^5: HTML allows no <button> at this place, /],
  ['an item in an item', ['<ul><li>A <li>B</li></li></ul>'], /^5: HTML allows no <li> at this place, /],
])('the check of articles reports %s', async (_, lines, error) => {
  expect(await findErrors(...lines)).toEqual([expect.stringMatching(error)])
})

test('Home may contain home components and article components; a stage with missing or invalid attributes is reported', async () => {
  const stage = (...attributes: string[]) => [
    '<Stage',
    ...attributes,
    'title="A" to="/" link="B">',
    '',
    'C.',
    '',
    '</Stage>',
  ]
  const picture = ['', '![The plan of a boat](./page/plan.svg)', '', '<Keys>Ctrl + K</Keys>']
  expect(await findErrorsAtPath('/', ...stage('subject="about"', 'scene="lost"'), ...picture)).toEqual([])
  expect(await findErrorsAtPath('/', ...stage('subject="sea"', 'scene="nowhere"'))).toEqual([
    '5: Stage: no subject is called sea; these are: gaming, games, programming, projects, about.',
    expect.stringMatching(/^5: Stage: no scene is called nowhere; these are: .*\blost\b/),
  ])
  expect(await findErrorsAtPath('/', ...stage())).toEqual(['5: <Stage> needs subject.'])
  const valid = stage('subject="about"', 'scene="lost"')
  expect(await findErrorsAtPath('/', ...valid, '', ...valid)).toEqual([
    '14: Stage: an earlier stage leads to / too. Let each stage lead to another page.',
  ])
})

test.each([
  ['    brew update', 'Four spaces begin no code here. Put code between two lines of ```.'],
  ['\tbrew update', 'Four spaces begin no code here. Put code between two lines of ```.'],
  ['    # a comment', 'Four spaces begin no code here. Put code between two lines of ```.'],
  ['    go func() {', expect.stringContaining('Code stands between two lines of ```; four spaces begin none.')],
  [
    '<http://example.org/>',
    'MDX has no addresses between < and >. Write [the words of the link](http://example.org/).',
  ],
  [
    '<details><summary>More</summary>\n\nWords\n\n</details>',
    '<details> ends in another paragraph. Put <details> and </details> on lines of their own.',
  ],
])('the error says how to write the Markdown %j in MDX', async (text, reason) => {
  const [error = ''] = await findErrors(text)
  expect(error.replace(/^5: /, '')).toEqual(reason)
})
