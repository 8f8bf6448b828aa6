import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { addPerson } from '../../testing/people.ts'
import { buildSitePage } from '../../testing/site-page.ts'
import { type ExportedSiteComment, streamCommentExport } from './export-comments.ts'
import { importCommentsAndReport } from './import/import-comments.ts'
import { createJsonSource } from './import/json-comments.ts'
import { lockCommentPage, recomputeVisibility } from './recompute-visibility.ts'

const pages = [buildSitePage('/', { title: 'Home' }), buildSitePage('/about', { title: 'About' })]

async function exported(db: Database, all = false, ofSite = pages): Promise<string> {
  let text = ''
  for await (const piece of streamCommentExport(db, ofSite, all)) text += piece
  return text
}

const commentsIn = (json: string) => (JSON.parse(json) as { comments: ExportedSiteComment[] }).comments

function importJson(db: Database, json: string) {
  const folder = mkdtempSync(join(tmpdir(), 'site-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'comments.json'), json)
  const source = createJsonSource(join(folder, 'comments.json'))
  return importCommentsAndReport(db, { source, pages, moves: [], dry: false, onProgress: () => {} })
}

let made = 0
const idOf = (number: number) => `0190a0b0-0000-7000-8000-${String(number).padStart(12, '0')}`

interface Draft {
  thread?: string
  parent?: string
  user?: string
  state?: 'visible' | 'pending' | 'hidden' | 'deleted'
  content?: string
  page?: string
}

/** Writes a comment as the site does. */
async function addComment(
  db: Database,
  { thread, parent, user, state = 'visible', content = 'Words', page = 'about' }: Draft = {},
) {
  const id = idOf(++made)
  await db.transaction().execute(async (tx) => {
    await lockCommentPage(tx, page)
    await tx
      .insertInto('comments')
      .values({
        id,
        page,
        thread_id: thread ?? id,
        parent_id: parent ?? thread ?? null,
        user_id: user ?? null,
        author_name: user ? null : 'Guest from Disqus',
        content,
        content_hash: '',
        created_at: Date.UTC(2026, 0, 1) + made,
        edited_at: state === 'visible' ? Date.UTC(2026, 0, 2) : null,
        state,
        readable: 0,
        listed: 0,
        spam_score: 0,
        spam_reasons: '[]',
        source: user ? null : `disqus:${made}`,
      })
      .execute()
    await recomputeVisibility(tx, { id })
  })
  return id
}

async function siteWithComments() {
  const db = await createTestDatabase()
  const nora = await addPerson(db, { name: 'Nora "N" Reader', email: 'nora@example.org' })
  const banned = await addPerson(db, { name: 'Sam', email: 'sam@example.org' })
  const first = await addComment(db, { user: nora.id, content: 'One\n"two" ]},{ \\ **three** é 🎲' })
  const reply = await addComment(db, { thread: first, user: nora.id })
  await addComment(db, { thread: first, parent: reply })
  await addComment(db, { user: nora.id, state: 'pending', content: 'Waits' })
  await addComment(db, { user: nora.id, state: 'hidden', content: 'Hidden' })
  const gone = await addComment(db, { state: 'deleted', content: '' })
  await addComment(db, { thread: gone, page: 'about' })
  await addComment(db, { user: banned.id, content: 'Of somebody banned' })
  await addComment(db, { page: 'home' })
  await db.updateTable('users').set({ banned_at: 1 }).where('id', '=', banned.id).execute()
  await db.transaction().execute((tx) => recomputeVisibility(tx, { userId: banned.id }))
  return db
}

test('by default, exports only public comments with names and times, without email addresses', async () => {
  const db = await siteWithComments()
  const json = await exported(db)
  expect(JSON.parse(json)).toMatchObject({
    format: 'site comments',
    version: 1,
    exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    pages: [
      { key: 'home', path: '/', title: 'Home' },
      { key: 'about', path: '/about', title: 'About' },
    ],
  })
  expect(commentsIn(json).map(({ author, content, state }) => [author, content, state])).toEqual([
    ['Nora "N" Reader', 'One\n"two" ]},{ \\ **three** é 🎲', 'visible'],
    ['Nora "N" Reader', 'Words', 'visible'],
    ['Guest from Disqus', 'Words', 'visible'],
    ['', '', 'deleted'],
    ['Guest from Disqus', 'Words', 'visible'],
    ['Guest from Disqus', 'Words', 'visible'],
  ])
  expect(json).not.toMatch(/@example\.org|Hidden|Waits|banned/)
  const [first, reply] = commentsIn(json)
  expect(reply).toMatchObject({
    page: 'about',
    threadId: first?.id,
    parentId: first?.id,
    editedAt: '2026-01-02T00:00:00.000Z',
  })
})

test('with the option for all comments, exports waiting and hidden comments too, without email addresses', async () => {
  const json = await exported(await siteWithComments(), true)
  const states = commentsIn(json).map(({ content, state }) => `${content} ${state}`)
  expect(states).toEqual(expect.arrayContaining(['Waits pending', 'Hidden hidden', 'Of somebody banned hidden']))
  expect(states).toHaveLength(9)
  expect(json).not.toContain('@example.org')
})

test.each([false, true])(
  'an export that is imported into another database gives the same export again (with hidden comments: %s)',
  async (all) => {
    const json = await exported(await siteWithComments(), all)
    const db = await createTestDatabase()
    const count = commentsIn(json).length
    expect(await importJson(db, json)).toBe(`${count} comments in the file.\nImported: ${count}.`)
    expect(commentsIn(await exported(db, all))).toEqual(commentsIn(json))
    const counts = await db.selectFrom('comment_pages').select(['page', 'count']).orderBy('page').execute()
    expect(counts).toEqual([
      { page: 'about', count: 4 },
      { page: 'home', count: 1 },
    ])
    expect(await importJson(db, json)).toContain(`Imported: 0.\nAlready there: ${count}.`)
  },
)

test('reads the export in any JSON formatting', async () => {
  const json = JSON.parse(await exported(await siteWithComments()))
  const { comments, ...rest } = json
  for (const text of [JSON.stringify(json), JSON.stringify(json, null, 4), JSON.stringify({ comments, ...rest })]) {
    expect(await importJson(await createTestDatabase(), text)).toContain(`Imported: ${comments.length}.`)
  }
  expect(await importJson(await createTestDatabase(), JSON.stringify({ ...rest, comments: [] }))).toContain(
    'Imported: 0.',
  )
})

test('an imported reply stays in its thread when the parent comment is missing from the file', async () => {
  const json = JSON.parse(await exported(await siteWithComments()))
  json.comments.splice(1, 1)
  const db = await createTestDatabase()
  await importJson(db, JSON.stringify(json))
  const [first, , reply] = JSON.parse(await exported(await siteWithComments())).comments as ExportedSiteComment[]
  expect(reply?.threadId).toBe(first?.id)
  const row = await db
    .selectFrom('comments')
    .select(['thread_id', 'parent_id'])
    .where('id', '=', json.comments[1].id)
    .executeTakeFirst()
  expect(row).toEqual({ thread_id: json.comments[0].id, parent_id: json.comments[0].id })
})

test.each([
  ['a file whose end is missing', (json: string) => json.slice(0, -30), /from line \d+, column \d+ on/],
  ['a missing comma', (json: string) => json.replace('},\n', '}\n'), /from line 3, column 1 on/],
  ['an extra comma', (json: string) => json.replace('\n]}', ',\n]}'), /from line 8, column 1 on/],
  [
    'a comment with an unknown state',
    (json: string) => json.replace('"state":"visible"', '"state":"loud"'),
    /begins on line 2 .*state/,
  ],
  [
    'a comment with an invalid date',
    (json: string) => json.replace(/"createdAt":"[^"]*"/, '"createdAt":"now"'),
    /createdAt/,
  ],
  [
    'a number in the list of comments',
    (json: string) => json.replace('"comments":[', '"comments":[1,'),
    /from line 1, column/,
  ],
  ['JSON that is not an export', () => '{"comments":[]}', /is not an export of the comments of a site like this/],
  ['a later version', (json: string) => json.replace('"version":1', '"version":2'), /is not an export/],
  [
    'a comment without end',
    (json: string) => json.replace('Words', 'Words'.repeat(300_000)),
    /from line \d+, column 1 on/,
  ],
])('an import is refused and writes nothing for %s', async (_, spoil, complaint) => {
  const json = await exported(await siteWithComments())
  const db = await createTestDatabase()
  await expect(importJson(db, spoil(json))).rejects.toThrow(complaint)
  expect(await db.selectFrom('comments').selectAll().execute()).toEqual([])
})

test('the public export contains neither private pages nor their comments, and the whole export contains both', async () => {
  const db = await createTestDatabase()
  await addComment(db, { content: 'Seen by all' })
  await addComment(db, { content: 'Seen by readers', page: 'secret' })
  const ofSite = [...pages, buildSitePage('/secret', { title: 'Secret plans', private: true })]
  const shown = await exported(db, false, ofSite)
  expect(commentsIn(shown)).toMatchObject([{ content: 'Seen by all' }])
  expect(shown).not.toContain('Secret')
  const whole = await exported(db, true, ofSite)
  expect(commentsIn(whole)).toMatchObject([{ content: 'Seen by all' }, { page: 'secret', content: 'Seen by readers' }])
  expect(whole).toContain('Secret plans')
})

test('the public export leaves out comments of pages that the site no longer shows, and the whole export contains them', async () => {
  const db = await createTestDatabase()
  await addComment(db, { content: 'Seen by all' })
  await addComment(db, { content: 'Under a page that is a draft again', page: 'secret' })
  expect(commentsIn(await exported(db))).toMatchObject([{ content: 'Seen by all' }])
  expect(commentsIn(await exported(db, true))).toHaveLength(2)
})
