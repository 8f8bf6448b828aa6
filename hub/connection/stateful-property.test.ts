import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseForSoak, seed } from '../testing/soak.ts'
import { StatefulPair } from '../testing/stateful-pair.ts'

/** All events between a client and the server, which may happen in any order. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('serverSends', 'clientSends', 'clientStarts') }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('deliverUp'), amount: fc.nat(150) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('deliverDown'), amount: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('cutAtServer', 'cutAtClient', 'comeBack') }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('heartbeat', 'clientAcknowledges') }) },
)

type Step = { what: string; amount?: number }

async function run(pair: StatefulPair, { what, amount = 0 }: Step): Promise<void> {
  if (what === 'serverSends') pair.serverSends()
  else if (what === 'clientSends') pair.clientSends()
  else if (what === 'clientStarts') await pair.clientStarts()
  else if (what === 'deliverUp') pair.deliverUp(amount)
  else if (what === 'deliverDown') pair.deliverDown(amount)
  else if (what === 'cutAtServer') pair.cutAtServer()
  else if (what === 'cutAtClient') pair.cutAtClient()
  else if (what === 'comeBack') await pair.comeBack()
  else if (what === 'heartbeat') pair.heartbeat()
  else await vi.advanceTimersByTimeAsync(1_000)
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

describe('a stateful connection', () => {
  // The client sends acknowledgements by its own timer.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('delivers each message exactly once, and acknowledges it, when the connection is cut and restored at random times', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const pair = new StatefulPair()
        for (const next of steps) await run(pair, next)
        await pair.clientStarts()
        await pair.comeBack()
        pair.deliverUp(Number.POSITIVE_INFINITY)
        pair.heartbeat()
        pair.deliverDown(Number.POSITIVE_INFINITY)
        await vi.advanceTimersByTimeAsync(0)
        expect(pair.failures).toEqual([])
        expect(pair.arrived).toEqual({ atServer: upTo(pair.sent.byClient), atClient: upTo(pair.sent.byServer) })
        expect(pair.acknowledged).toBe(pair.sent.byClient)
      }),
      { numRuns: chooseForSoak(200, 20_000), seed },
    )
  })
})
