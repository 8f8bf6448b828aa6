import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

test('npm run cluster on a port that is in use says so before it starts anything', async () => {
  const server = createServer((_, response) => response.end('another program'))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  // Nothing answers at these addresses, so that nothing is installed or started when the port is not checked.
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: 'postgres://127.0.0.1:1/x',
    REDIS_URL: 'redis://127.0.0.1:1',
  }
  const [code, output] = await new Promise<[unknown, string]>((resolve) => {
    execFile(process.execPath, ['scripts/cluster.ts'], { env, timeout: 10_000 }, (error, stdout, stderr) =>
      resolve([error?.code, stdout + stderr]),
    )
  })
  expect(output).toBe(`Port ${port} is in use. Stop the program that uses it, or set PORT to another number.\n`)
  expect(code).toBe(1)
})
