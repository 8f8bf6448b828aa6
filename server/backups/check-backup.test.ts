import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { DatabaseUnavailableError } from '../db/unavailable.ts'
import { createBackupSite, startPostgresForTestFile } from '../testing/backups.ts'
import { findBackupProblemsByRestoring } from './check-backup.ts'

startPostgresForTestFile()

if (inject('postgres'))
  test('a check without pg_restore says what to install, and does not call the backup damaged', async () => {
    const { run, root } = await createBackupSite()
    const folder = join(root, 'backup')
    await run('create', folder)
    vi.stubEnv('PATH', root)
    expect(await run('check', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The program pg_restore is missing on this machine\. Install the client programs/),
    })
  })
else
  test('when disk space is missing to copy the database or to start the site on the copy, the check says so and does not call the backup damaged', async () => {
    const { run, root, env } = await createBackupSite()
    const folder = join(root, 'backup')
    await run('create', folder)
    const check = (command: string, settings: NodeJS.ProcessEnv = {}) => {
      const args = ['-c', command, process.execPath, 'server/run-command.ts', 'backup', 'check', folder]
      const { PATH, NODE_COMPILE_CACHE } = process.env
      return spawnSync('sh', args, { env: { PATH, NODE_COMPILE_CACHE, ...env, ...settings }, encoding: 'utf8' })
    }
    const advice = 'Free some space there, or set TMPDIR to another folder.'
    // The limit of the shell has the effect of a small disk: a longer file cannot be written.
    const small = check('ulimit -f 100; exec "$0" "$@"', { TMPDIR: root })
    expect(small.stderr.trim()).toMatch(
      new RegExp(`^The backup could not be checked in ${root}: EFBIG: .*\\. ${advice}$`),
    )
    const missing = check('exec "$0" "$@"', { TMPDIR: join(root, 'missing') })
    expect(missing.stderr.trim()).toMatch(/^The backup could not be checked in \S+missing: ENOENT: .*, or set TMPDIR/)
    expect([small.status, missing.status]).toEqual([1, 1])
    const full = new DatabaseUnavailableError(new Error('database or disk is full'))
    await expect(findBackupProblemsByRestoring(folder, undefined, () => Promise.reject(full))).rejects.toThrow(
      `The backup could not be checked in ${tmpdir()}: database or disk is full. ${advice}`,
    )
  })
