import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../db/database.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { commentSourceFactories, importCommentsAndReport } from './import-comments.ts'
import type { PageMove } from './plan.ts'

const page = (path: string, aliases: string[] = []) => ({
  key: path.slice(1) || 'home',
  path,
  title: path,
  description: '',
  published: null,
  isArticle: false,
  private: false,
  aliases,
})
const pages = [page('/'), page('/about', ['/who']), page('/bootsbau')]
const fixtures = join(import.meta.dirname, 'fixtures')

function importFile(db: Database, kind: string, file: string, options: { dry?: boolean; moves?: PageMove[] } = {}) {
  const { dry = false, moves = [] } = options
  const source = commentSourceFactories[kind]?.(file)
  if (!source) throw new Error(`There is no kind ${kind}.`)
  return importCommentsAndReport(db, { source, pages, moves, dry, onProgress: () => {} })
}

/** Writes a file with this text. The file is deleted after the test. */
function fileOf(words: string | Buffer, name = 'export.xml'): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), words)
  return join(folder, name)
}

const rowsOf = (db: Database) => db.selectFrom('comments').selectAll().orderBy('id').execute()

/** Returns the comments of a page in the order of their ids, with their authors and parent comments. */
async function threads(db: Database, page: string) {
  const rows = (await rowsOf(db)).filter((row) => row.page === page)
  const source = (id: string | null) => rows.find((row) => row.id === id)?.source?.split(':')[1] ?? null
  return rows.map((row) => [source(row.id), source(row.thread_id), source(row.parent_id), row.author_name])
}

interface Post {
  id?: string
  thread?: string
  parent?: string
  message?: string
  more?: string
}

/** Returns a Disqus export with these posts, each a minute later than the previous one. */
function disqusOf(posts: readonly Post[]): string {
  const post = ({ id = '1', thread = '9', parent, message = '<p>Words</p>', more = '' }: Post, i: number) => `
<post dsq:id="${id}"><message><![CDATA[${message}]]></message>
<createdAt>2011-02-01T10:${String(i % 60).padStart(2, '0')}:00Z</createdAt><isDeleted>false</isDeleted><isSpam>false</isSpam>${more}
<author><name>Nora</name></author><thread dsq:id="${thread}" />${parent ? `<parent dsq:id="${parent}" />` : ''}</post>`
  return `<?xml version="1.0" encoding="utf-8"?>
<disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">
<thread dsq:id="9"><link>https://old.example.org/about</link></thread>
<thread dsq:id="8"><link>https://old.example.org/bootsbau</link></thread>${posts.map(post).join('')}
</disqus>`
}

test('imports the names, times, threads and text of a Disqus export, but no email or IP addresses', async () => {
  const db = await createTestDatabase()
  const report = await importFile(db, 'disqus', join(fixtures, 'disqus.xml'))
  expect(report).toBe(
    `8 comments in the file.
Imported: 5.
Left out:
  1 marked as spam
  1 deleted
Left out, because this site has no such page (--map /old=/new says which one it is here):
  /2011/gone: 1 comment`,
  )
  expect(await threads(db, 'about')).toEqual([
    ['1001', '1001', null, 'Nora Reader'],
    ['1002', '1001', '1001', 'Sam'],
    ['1003', '1001', '1002', 'gus'],
    ['1006', '1001', '1001', 'Sam'],
    ['1007', '1007', null, 'Sam'],
  ])
  const [first, second] = await rowsOf(db)
  expect(first).toMatchObject({
    user_id: null,
    content: 'The **first** one & a [link](https://example.org/a)',
    created_at: Date.UTC(2011, 1, 1, 10),
    state: 'visible',
    readable: 1,
    listed: 1,
    source: 'disqus:1001',
  })
  expect(second?.content).toBe('A reply')
  expect(JSON.stringify(await rowsOf(db))).not.toMatch(/nora@example\.org|192\.0\.2\.1/)
  expect(await db.selectFrom('comment_pages').select(['page', 'count']).execute()).toEqual([
    { page: 'about', count: 5 },
  ])
})

test('imports a WordPress export, decodes its names, and orders comments of the same second by their ids', async () => {
  const db = await createTestDatabase()
  const moves = [{ from: '/2011/02/old-post', to: '/about/' }]
  const report = await importFile(db, 'wordpress', join(fixtures, 'wordpress.xml'), { moves })
  expect(report).toBe(
    `8 comments in the file.
Imported: 4.
Left out:
  1 pingbacks and trackbacks
  1 marked as spam
  1 not approved
  1 deleted`,
  )
  expect(await threads(db, 'bootsbau')).toEqual([
    ['21', '21', null, 'Nora'],
    ['22', '21', '21', 'Anonymous'],
    ['23', '21', '21', 'Sam & Ann <3'],
  ])
  expect(await threads(db, 'about')).toEqual([['31', '31', null, 'Nora']])
  const [first] = await rowsOf(db)
  expect(first?.content).toBe('Two lines\nof *words*.\n\nAnd a second paragraph with 2 \\* 3 \\* 4.')
  expect(first?.created_at).toBe(Date.UTC(2011, 1, 1, 10))
})

test('editorial notes and order notes in a WordPress export are not imported', async () => {
  const db = await createTestDatabase()
  const comment = (type: string, id: number) =>
    `<comment><comment_id>${id}</comment_id><comment_author>Ed</comment_author><comment_content>${type}</comment_content>
<comment_date_gmt>2011-02-01 10:00:00</comment_date_gmt><comment_approved>1</comment_approved>
<comment_type>${type}</comment_type></comment>`
  const comments = ['comment', 'review', 'note', 'order_note'].map(comment).join('')
  const file = fileOf(`<rss><channel><item><link>https://a.example/about</link>${comments}</item></channel></rss>`)
  expect(await importFile(db, 'wordpress', file)).toBe(
    '4 comments in the file.\nImported: 2.\nLeft out:\n  2 notes of editors, shops and other programs',
  )
  expect((await rowsOf(db)).map(({ content }) => content)).toEqual(['comment', 'review'])
})

test('a dry run gives the report of a real import but writes nothing; a second import adds only new comments', async () => {
  const db = await createTestDatabase()
  const file = join(fixtures, 'disqus.xml')
  const dry = await importFile(db, 'disqus', file, { dry: true })
  expect(dry).toContain('Would be imported: 5.')
  expect([await rowsOf(db), await db.selectFrom('comment_pages').selectAll().execute()]).toEqual([[], []])
  const report = await importFile(db, 'disqus', file)
  expect(report).toBe(dry.replace('Would be imported', 'Imported'))
  const before = await rowsOf(db)
  const versions = await db.selectFrom('comment_pages').selectAll().execute()
  const moves = [{ from: '/2011/gone', to: '/' }]
  expect(await importFile(db, 'disqus', file, { dry: true })).toContain('Would be imported: 0.\nAlready there: 5.')
  expect(await importFile(db, 'disqus', file)).toContain('Imported: 0.\nAlready there: 5.')
  expect([await rowsOf(db), await db.selectFrom('comment_pages').selectAll().execute()]).toEqual([before, versions])
  expect(await importFile(db, 'disqus', file, { moves })).toContain('Imported: 1.\nAlready there: 5.')
  expect(await threads(db, 'home')).toHaveLength(1)
})

test('imports a file compressed with gzip', async () => {
  const db = await createTestDatabase()
  const file = fileOf(gzipSync(disqusOf([{}])), 'export.xml.gz')
  expect(await importFile(db, 'disqus', file)).toContain('Imported: 1.')
})

test('imported comments keep their threads when a reply comes before the parent comment and in another batch', async () => {
  const db = await createTestDatabase()
  const posts = Array.from({ length: 1_100 }, (_, i) => ({ id: String(i + 1), ...(i < 1_099 && { parent: '1100' }) }))
  await importFile(db, 'disqus', fileOf(disqusOf(posts)))
  const rows = await rowsOf(db)
  const root = rows.find(({ source }) => source === 'disqus:1100')
  expect(new Set(rows.map(({ thread_id }) => thread_id))).toEqual(new Set([root?.id]))
  expect(rows[0]?.id).toBe(root?.id)
  expect(rows.filter(({ listed }) => listed === 1)).toHaveLength(1_100)
})

describe('hostile files:', () => {
  const doctype = 'it has a document type, which exports do not have'
  test.each([
    [
      'an XML entity that refers to a local file',
      disqusOf([{}]).replace('<disqus', '<!DOCTYPE disqus [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<disqus'),
      doctype,
    ],
    [
      'XML entities that expand to much text (billion laughs)',
      disqusOf([{}]).replace('<disqus', '<!DOCTYPE disqus [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>\n<disqus'),
      doctype,
    ],
    [
      'an entity that nobody declared',
      disqusOf([{}]).replace('https://old', '&b;https://old'),
      'Invalid character entity',
    ],
    ['elements without end', `<disqus>${'<a>'.repeat(100)}`, 'nested too deep'],
    ['a file of another kind', '<rss></rss>', 'it is a file of rss, not of disqus'],
    ['a file that ends in the middle', disqusOf([{}, { id: '2' }]).slice(0, -40), 'Unclosed root tag'],
    ['an empty file', '', 'it is empty'],
  ])('refuses a hostile file and imports nothing: %s', async (_, xml, complaint) => {
    const db = await createTestDatabase()
    const attempt = importFile(db, 'disqus', fileOf(xml))
    await expect(attempt).rejects.toThrow(complaint)
    expect(await rowsOf(db)).toEqual([])
  })

  test('reports broken XML with line and column, and writes nothing', async () => {
    const db = await createTestDatabase()
    const posts = Array.from({ length: 2_000 }, (_, i) => ({ id: String(i + 1) }))
    const broken = `${disqusOf(posts).slice(0, -10)}<post></thread></disqus>`
    const line = broken.split('\n').length
    const attempt = importFile(db, 'disqus', fileOf(broken))
    await expect(attempt).rejects.toThrow(
      new RegExp(`cannot be read from line ${line}, column \\d+ on: Unexpected close tag\\. Nothing was imported\\.$`),
    )
    expect(await rowsOf(db)).toEqual([])
  })

  test('refuses an import file that is not UTF-8', async () => {
    const db = await createTestDatabase()
    const attempt = importFile(db, 'disqus', fileOf(Buffer.from(disqusOf([{ message: '\u00e9' }]), 'latin1')))
    await expect(attempt).rejects.toThrow('is not text in UTF-8. Nothing was imported.')
  })

  test('leaves out comments that are too long, empty or without a valid date or id, and lists them in the report', async () => {
    const db = await createTestDatabase()
    const report = await importFile(
      db,
      'disqus',
      fileOf(
        disqusOf([
          { id: '1', message: 'a'.repeat(10_000_000) },
          { id: '2', message: '<b>'.repeat(30_000) },
          { id: '3', message: 'é'.repeat(20_000) },
          { id: '4', message: 'é'.repeat(20_001) },
          { id: '5', message: '<script>alert(1)</script><img src=x>' },
          { id: '6', more: '<createdAt>yesterday</createdAt>' },
          { id: '7', more: '<createdAt>2999-01-01T00:00:00Z</createdAt>' },
          { id: 'x\u009b1' },
          { id: '3', message: 'again' },
        ]),
      ),
    )
    expect(report).toBe(
      `9 comments in the file.
Imported: 1.
Left out:
  3 longer than 20,000 characters, or with more than 1,000 tags: 1, 2, 4
  1 without words: 5
  2 without a date that can be read, or with one that is yet to come: 6, 7
  1 without an id that can be read: x1
  1 twice in the file: 3`,
    )
    const [row] = await rowsOf(db)
    expect([...(row?.content ?? '')]).toHaveLength(20_000)
  })

  test('comments that reply to each other in a circle, to an unknown comment or to another page begin threads of their own', async () => {
    const db = await createTestDatabase()
    const posts = [
      { id: '1', parent: '2' },
      { id: '2', parent: '3' },
      { id: '3', parent: '1' },
      { id: '4', parent: '4' },
      { id: '5', parent: '99' },
      { id: '6', parent: '5', thread: '8' },
    ]
    expect(await importFile(db, 'disqus', fileOf(disqusOf(posts)))).toContain(
      '1 reply to comments that are not in the file: each begins a thread of its own.',
    )
    const rows = await threads(db, 'about')
    expect(rows.map(([id, thread]) => [id, thread]).sort()).toEqual([
      ['1', '3'],
      ['2', '3'],
      ['3', '3'],
      ['4', '4'],
      ['5', '5'],
    ])
    expect(await threads(db, 'bootsbau')).toEqual([['6', '6', null, 'Nora']])
  })
})

test('finds the page of an imported comment by the path of its URL, ignoring host, query and fragment', async () => {
  const db = await createTestDatabase()
  const links = ['http://x.example/', 'https://old.example.org', '/index.html', 'https://o.example/?p=1#a']
  for (const [i, link] of links.entries()) {
    const xml = disqusOf([{ id: String(i + 1) }]).replace('https://old.example.org/about', link)
    expect(await importFile(db, 'disqus', fileOf(xml))).toContain('Imported: 1.')
  }
  expect(await threads(db, 'home')).toHaveLength(links.length)
})

test('refuses to map an old path to an unknown page', async () => {
  const db = await createTestDatabase()
  const attempt = importFile(db, 'disqus', join(fixtures, 'disqus.xml'), { moves: [{ from: '/a', to: '/b' }] })
  await expect(attempt).rejects.toThrow('--map /a=/b: this site has no page /b.')
})
