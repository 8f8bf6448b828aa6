import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterAll, expect, it } from 'vitest'

const here = import.meta.dirname
/**
 * A folder inside the repository, so that the package finds its dependencies. It is not in node_modules, where Node
 * strips no types.
 */
const app = join(here, '../.cache/hub-package')
const installed = join(app, 'node_modules/@hobohat/hub')
const example = readFileSync(join(here, 'examples/chat.ts'), 'utf8')

afterAll(() => rmSync(app, { recursive: true, force: true }))

it('the README contains the example, which has at most ten lines of code', () => {
  expect(readFileSync(join(here, 'README.md'), 'utf8')).toContain(`\`\`\`ts\n${example}\`\`\``)
  expect(example.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10)
})

it('the example runs with the built package and serves the official client', { timeout: 60_000 }, async () => {
  rmSync(app, { recursive: true, force: true })
  execFileSync(process.execPath, [join(here, 'build.ts'), installed])
  expect(readdirSync(installed)).toEqual(expect.arrayContaining(['CHANGELOG.md', 'hub.d.ts', 'LICENSE', 'README.md']))
  // Makes the example listen on a free port, and send the number of this port to the test.
  const program = example.replace('server.listen(3000)', 'server.listen(0, () => process.send(server.address().port))')
  writeFileSync(join(app, 'chat.ts'), program)
  const server = spawn(process.execPath, [join(app, 'chat.ts')], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(server, 'exit').then(([code]) => Promise.reject(new Error(`The example ended with ${code}.`)))
  const [port] = await Promise.race([once(server, 'message'), ended])
  const connection = new HubConnectionBuilder()
    .withUrl(`http://127.0.0.1:${port}/chat`)
    .configureLogging(LogLevel.None)
    .build()
  const said = new Promise((resolve) => connection.on('said', resolve))
  await connection.start()
  await connection.invoke('say', 'Hello')
  expect(await said).toBe('Hello')
  await connection.stop()
  server.kill()
  await ended.catch(() => {})
})

it('the package depends only on ws and @msgpack/msgpack', () => {
  const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies).sort()).toEqual(['@msgpack/msgpack', 'ws'])
})
