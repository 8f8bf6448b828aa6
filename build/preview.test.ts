import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PreviewProcessReply } from '../contract/preview.ts'
import { fixtureSiteFolder } from './site.ts'

const content = path.join(fixtureSiteFolder, 'content')
const pageOf = (file: string, text: string) =>
  `---\npath: /${file.replace('.mdx', '')}\ntitle: A <new> page\ndescription: ''\npublished: 2026-11-26\n---\n\n${text}\n`

let program: ChildProcess
let lastId = 0

beforeAll(() => {
  program = fork(path.resolve('build/preview.ts'), ['--preview'], { execArgv: ['--conditions=fixture'] })
})
afterAll(() => program.kill())

/** Renders a page. Returns the document or the problems. */
const render = (file: string, source: string) =>
  new Promise<PreviewProcessReply>((resolve) => {
    const id = ++lastId
    const onReply = (reply: PreviewProcessReply) => {
      if (reply.id !== id) return
      program.off('message', onReply)
      resolve(reply)
    }
    program.on('message', onReply)
    program.send({ id, file, source })
  })
const htmlOf = (reply: PreviewProcessReply) => ('html' in reply ? reply.html : JSON.stringify(reply))

test('the preview of a page without a file shows the page as the build would, and changes no file of the site', async () => {
  const before = readdirSync(content, { recursive: true })
  const text = '## A part\n\nSome **bold** words.\n\n> [!NOTE]\n> Look here.\n\n```ts\nconst x = 1\n```'
  const html = htmlOf(await render('brand-new.mdx', pageOf('brand-new.mdx', text)))
  expect(html).toContain('<title>A &lt;new&gt; page</title>')
  expect(html).toContain('<strong>bold</strong>')
  expect(html).toContain('<h2 id="a-part">A part<a href="#a-part" class="heading-link"')
  expect(html).toContain('Look here.')
  expect(html).toMatch(/<link rel="stylesheet"[^>]* href="\/assets\/main-/)
  expect(html).not.toContain('<script')
  expect(readdirSync(content, { recursive: true })).toEqual(before)
}, 60_000)

test('a second preview of a page shows only the new text, and other pages have the text of their files', async () => {
  const file = 'seefunk.mdx'
  const source = readFileSync(path.join(content, file), 'utf8')
  expect(htmlOf(await render(file, `${source}\nFirst words.\n`))).toContain('First words.')
  const second = htmlOf(await render(file, `${source}\nSecond words.\n`))
  expect(second).toContain('Second words.')
  expect(second).not.toContain('First words.')
  expect(htmlOf(await render('other.mdx', pageOf('other.mdx', 'Other.')))).not.toContain('brand-new')
}, 60_000)

test('a picture from the folder of the page is embedded in the document', async () => {
  const html = htmlOf(await render('brand-new.mdx', pageOf('brand-new.mdx', '![Evening](./fundkiste/abend.jpg)')))
  expect(html).toMatch(/<img[^>]* src="data:image\/webp;base64,[^"]+"[^>]*>/)
}, 60_000)

test('a preview that links a file beside the page does not name the folders of the server', async () => {
  const html = htmlOf(await render('brand-new.mdx', pageOf('brand-new.mdx', '[A picture](./fundkiste/abend.jpg)')))
  expect(html).toMatch(/<a href="[^"]*abend\.jpg"/)
  expect(html).not.toContain(fixtureSiteFolder)
}, 60_000)

test('the preview of Home shows home components and article components', async () => {
  const source = readFileSync(path.join(content, 'home.mdx'), 'utf8')
  const html = htmlOf(await render('home.mdx', `${source}\n![Evening](./fundkiste/abend.jpg)\n`))
  expect(html).toContain('<dl class="figures">')
  expect(html).toMatch(/<figure class="picture">.*<img[^>]* src="data:image\/webp;base64,[^"]+"[^>]* alt="Evening"/)
}, 60_000)

test('errors in the front matter and in the text are returned with their lines', async () => {
  expect(await render('a.mdx', '---\ntitel: x\npath: /a\n---\n\nWords.\n')).toMatchObject({
    problems: expect.arrayContaining([
      { line: 2, message: expect.stringMatching(/^titel: is not a key of the front matter/) },
    ]),
  })
  expect(await render('a.mdx', pageOf('a.mdx', 'Words.\n\n![A field](./none.png)'))).toMatchObject({
    problems: [{ line: 10, message: './none.png does not exist beside the page.' }],
  })
  expect(await render('login.mdx', pageOf('login.mdx', 'Words.'))).toMatchObject({
    problems: [{ line: 2, message: expect.stringMatching(/^path: \/login is the address of the screen “/) }],
  })
}, 60_000)
