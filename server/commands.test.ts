import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { getDatabaseFilePath, prepareDataDir } from './data-dir.ts'
import { openDatabase } from './db/database.ts'
import { writeTemporaryFixture } from './testing/fixture-build.ts'
import { addPerson } from './testing/people.ts'
import { runCommandProcess } from './testing/run-command.ts'

// admin.test.ts and comments-command.test.ts test the commands in this process; this test runs them as processes.

test('each command runs as a process, uses the database of a running site, prints a message and exits with a code', async () => {
  const root = writeTemporaryFixture()
  const env = { DATA_DIR: join(root, 'data'), BUILD_DIR: join(root, 'dist') }
  prepareDataDir(env.DATA_DIR)
  const db = await openDatabase({ file: getDatabaseFilePath(env.DATA_DIR) })
  onTestFinished(() => db.destroy())
  await addPerson(db, { name: 'Nora', email: 'nora@example.org' })
  const disqus = resolve(import.meta.dirname, 'features/comments/import/fixtures/disqus.xml')
  const [granted, unknown, imported] = await Promise.all([
    runCommandProcess('server/run-command.ts', env, ['admin', 'grant', 'nora@example.org']),
    runCommandProcess('server/run-command.ts', env, ['admin', 'grant', 'nobody@example.org']),
    runCommandProcess('server/run-command.ts', env, ['comments', 'import', 'disqus', disqus]),
  ])
  expect(granted).toEqual({
    code: 0,
    stdout: 'Nora (nora@example.org) is an admin now and finds the desk at /desk.',
    stderr: '',
  })
  expect(unknown).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Nobody has an account with the address nobody@example\.org\..*$/),
  })
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('Imported: '), stderr: '' })
  const [exported, misused] = await Promise.all([
    runCommandProcess('server/run-command.ts', env, ['comments', 'export']),
    runCommandProcess('server/run-command.ts', env, ['comments', 'import']),
  ])
  expect(JSON.parse(exported.stdout).comments.length).toBeGreaterThan(0)
  expect(misused).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('npm run comments -- import') })
})

test('a command prints no error message when the program that reads its output has ended', async () => {
  const env = { PATH: process.env.PATH, DATA_DIR: join(writeTemporaryFixture(), 'data') }
  const child = spawn(process.execPath, ['server/run-command.ts', 'doctor'], { env })
  child.stdout.destroy()
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(errors).toBe('')
})
