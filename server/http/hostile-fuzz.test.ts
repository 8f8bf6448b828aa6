import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { CANARY, fixtureContents, writeTemporaryFixture } from '../testing/fixture-build.ts'
import { hostileRequestArbitrary } from '../testing/hostile-requests.ts'
import { sendRawRequest, statusOf } from '../testing/raw-connection.ts'
import { runServerProcess } from '../testing/run-server.ts'

const REQUESTS = chooseByRun(1_500, 50_000)
const AT_ONCE = 16

test(`${REQUESTS} hostile requests get no 5xx and no file outside the site, and the server keeps serving`, async () => {
  const server = runServerProcess(writeTemporaryFixture(), { LOG_LEVEL: 'error' })
  const port = await server.port
  const requests = fc.sample(hostileRequestArbitrary, { numRuns: REQUESTS, seed: soakSeed })
  const statuses = new Map<number, number>()
  const attack = async () => {
    for (let bytes = requests.pop(); bytes; bytes = requests.pop()) {
      // The connection is closed for writing, so that the server does not wait for the end of headers.
      const answer = await sendRawRequest(port, bytes, !bytes.includes('\r\n\r\n'))
      const status = statusOf(answer)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const story = `seed ${soakSeed}: ${JSON.stringify(bytes.toString('latin1'))} was answered ${answer}`
      expect(status, story).toBeLessThan(500)
      expect(answer.includes(CANARY), story).toBe(false)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, attack))

  const page = await sendRawRequest(port, 'GET /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(page, `seed ${soakSeed}: the server must still serve`).toContain(fixtureContents.about)
  expect(
    server.output.filter((line) => line.startsWith('{')),
    `seed ${soakSeed}: no error may be logged`,
  ).toEqual([])
  // The requests must reach all these statuses, or the test proves little.
  const reached = [...statuses].filter(([, times]) => times > 0).map(([status]) => status)
  expect(reached).toEqual(expect.arrayContaining([200, 206, 304, 308, 400, 401, 404, 405, 410, 412, 415, 416, 431]))
})
