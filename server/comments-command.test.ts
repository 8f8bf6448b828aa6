import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { runCommentsCommand } from './comments-command.ts'
import { connectDatabase } from './db/database.ts'
import { createId } from './db/ids.ts'
import { provisionTestDatabaseLocation } from './testing/database.ts'
import { writeTemporaryFixture } from './testing/fixture-build.ts'
import { runCommandInThisProcess } from './testing/run-command.ts'

const disqus = resolve(import.meta.dirname, 'features/comments/import/fixtures/disqus.xml')

/** Creates the database of a site, and a function that runs `npm run comments` on it. */
async function runningSite() {
  const { url, file } = await provisionTestDatabaseLocation()
  const root = writeTemporaryFixture()
  const db = await connectDatabase({ url, file })
  onTestFinished(() => db.destroy())
  const env = { DATA_DIR: dirname(file), DATABASE_URL: url ?? '', BUILD_DIR: join(root, 'dist') }
  const comments = (...args: string[]) => runCommandInThisProcess(runCommentsCommand, env, args)
  return { db, root, env, comments }
}

test('the command imports comments into the database of a running site and exports them', async () => {
  const { db, root, comments } = await runningSite()
  const dry = await comments('import', 'disqus', disqus, '--dry-run', '--map', '/2011/gone=/bootsbau')
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('Would be imported: 6.'), stderr: '' })
  const real = await comments('import', 'disqus', disqus, '--map', '/2011/gone=/bootsbau')
  expect(real).toMatchObject({ code: 0, stdout: expect.stringContaining('Imported: 6.'), stderr: '' })
  expect(await db.selectFrom('comments').select('id').execute()).toHaveLength(6)

  const { stdout } = await comments('export')
  const file = join(root, 'comments.json')
  expect(await comments('export', file, '--all')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(JSON.parse(readFileSync(file, 'utf8')).comments).toEqual(JSON.parse(stdout).comments)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await comments('import', 'json', file)).stdout).toContain('Already there: 6.')
})

test('the command prints one sentence that says why a file cannot be imported', async () => {
  const { db, root, comments } = await runningSite()
  const broken = join(root, 'broken.xml')
  writeFileSync(broken, readFileSync(disqus, 'utf8').replace('</disqus>', '</disqu>'))
  const { code, stdout, stderr } = await comments('import', 'disqus', broken)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^.*broken\.xml cannot be read from line \d+, column \d+ on: .*\. Nothing was imported\.$/)
  expect(await comments('import', 'wordpress', join(root, 'missing.xml'))).toMatchObject({
    code: 1,
    stderr: `There is no file ${join(root, 'missing.xml')}.`,
  })
  expect(await db.selectFrom('comments').select('id').execute()).toEqual([])
})

test('the command prints its usage when its arguments are invalid', async () => {
  const { comments } = await runningSite()
  const wrong = [['import', 'constructor', 'a'], ['export', '--loud'], []]
  for (const { code, stdout, stderr } of await Promise.all(wrong.map((args) => comments(...args)))) {
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('npm run comments -- import disqus FILE')
  }
  expect((await comments('--help')).stdout).toContain('npm run comments -- export [FILE]')
  expect(await comments('import', 'disqus', disqus, '--map', 'a')).toMatchObject({
    code: 1,
    stderr: '--map a is not of the form /old=/new.',
  })
})

test('an export prints no error when the process that reads its output ends first, for example `head`', async () => {
  const { db, env } = await runningSite()
  const comment = () => {
    const id = createId()
    const columns = { page: 'about', thread_id: id, author_name: 'Nora', content: 'x'.repeat(20_000), content_hash: '' }
    const derived = { state: 'visible', readable: 1, listed: 1, spam_score: 0, spam_reasons: '[]' } as const
    return { id, ...columns, ...derived, created_at: 0 }
  }
  await db
    .insertInto('comments')
    .values(Array.from({ length: 100 }, comment))
    .execute()
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const command = spawn(process.execPath, ['server/run-command.ts', 'comments', 'export', '--all'], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  })
  const complaints = text(command.stderr)
  await once(command.stdout, 'data')
  command.stdout.destroy()
  const [code] = await once(command, 'exit')
  expect({ code, complaints: await complaints }).toEqual({ code: 0, complaints: '' })
})
