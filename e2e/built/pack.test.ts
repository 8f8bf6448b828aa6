import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { copyBuildWithRuntimePackages } from '../../scripts/pack.ts'
import { buildFolder } from '../services/ports.ts'

const MEBIBYTE = 1024 ** 2

/** Packs the built site into a folder that is outside the repository. */
function pack() {
  const root = mkdtempSync(join(tmpdir(), 'packed-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'site')
  copyBuildWithRuntimePackages(folder, buildFolder)
  const env = { NODE_ENV: 'production', DATA_DIR: join(root, 'data'), PORT: '0', LOG_LEVEL: 'warn', SAMPLES: 'off' }
  return { folder, env }
}

test('a packed site runs without the repository, serves pages, and its commands grant and refuse roles', async () => {
  const { folder, env } = pack()
  const server = spawn(process.execPath, ['dist/server/main.cjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  let address = ''
  for await (const line of createInterface(server.stdout)) {
    address = / is at (http\S+)$/.exec(line)?.[1] ?? ''
    if (address) break
  }
  expect(await (await fetch(`${address}/readyz`)).text()).toBe('ready\n')
  expect(await (await fetch(address)).text()).toContain('<h1')
  // The reply 401 proves that Argon2 works, because the server checks a hash even for an unknown email address.
  const login = {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: '{"email":"a@example.org","password":"x"}',
  }
  expect((await fetch(`${address}/auth/manual-login`, login)).status).toBe(401)
  const admin = promisify(execFile)(process.execPath, ['dist/server/main.cjs', 'admin', 'grant', 'a@example.org'], {
    cwd: folder,
    env,
  })
  await expect(admin).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Nobody has an account') })
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a packed site is small enough for a container image of 250 MB that includes Node and its base system', () => {
  const { folder } = pack()
  const size = readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, String(name))))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
  expect(size / MEBIBYTE).toBeLessThan(95)
})
