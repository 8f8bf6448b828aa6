import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { attackByHttpRequests } from './hostile-calls.ts'
import { attackByFrames } from './hostile-sockets.ts'
import { Random } from './random.ts'
import type { VictimState } from './victim.ts'

export interface AttackResult {
  frames: number
  calls: number
  statuses: Record<number, number>
  /** The number of correctly answered calls of a normal client during the attack. */
  witnessed: number
  before: VictimState
  after: VictimState
}

const SOCKETS = 24
const CALLERS = 8

/**
 * Attacks a hub in another process: with nine hostile frames for each hostile HTTP request.
 * @throws {Error} when the process ends, or a call of a normal client fails
 */
export async function attackHub({ count, seed }: { count: number; seed: number }): Promise<AttackResult> {
  const victim = fork(fileURLToPath(new URL('./victim.ts', import.meta.url)), { execArgv: ['--expose-gc'] })
  const died = once(victim, 'exit').then(([code]) => {
    throw new Error(`The hub's process ended with ${code}.`)
  })
  died.catch(() => {})
  const tell = async (): Promise<VictimState> => {
    victim.send('condition')
    return (await Promise.race([once(victim, 'message'), died]))[0]
  }
  const [port] = (await Promise.race([once(victim, 'message'), died])) as [number]
  const run = { frames: 0, calls: 0, statuses: {} as Record<number, number>, witnessed: 0 }
  const rush = async (inputs: number) => {
    let frames = Math.ceil(inputs * 0.9)
    let calls = inputs - frames
    const frame = () => frames-- > 0 && run.frames++ >= 0
    const call = () => calls-- > 0 && run.calls++ >= 0
    const answered = (status: number) => {
      run.statuses[status] = (run.statuses[status] ?? 0) + 1
    }
    const source = () => new Random(seed + run.frames + run.calls + Math.imul(++sources, 0x9e3779b1))
    await Promise.race([
      died,
      Promise.all([
        ...Array.from({ length: SOCKETS }, () => attackByFrames(port, source(), frame)),
        ...Array.from({ length: CALLERS }, () => attackByHttpRequests(port, source(), call, answered)),
      ]),
    ])
  }
  let sources = 0
  try {
    // The first messages fill caches and compile code, and this memory stays in use. So the state before the attack is
    // measured after these messages.
    await rush(Math.min(20_000, Math.ceil(count / 10)))
    const before = await calm(tell)
    Object.assign(run, { frames: 0, calls: 0, statuses: {} })
    const witness = await watch(port, () => run.witnessed++)
    await rush(count)
    await witness.stop()
    const after = await calm(tell)
    return { ...run, before, after }
  } finally {
    victim.kill()
  }
}

/** Waits until the attackers' connections have ended, then returns the state of the process. */
async function calm(tell: () => Promise<VictimState>): Promise<VictimState> {
  for (let tries = 0; tries < 200; tries++) {
    const condition = await tell()
    if (condition.open + condition.waiting === 0) return condition
    await wait(100)
  }
  throw new Error('Connections are left over 20 s after the attack.')
}

/** Connects a normal client that calls the hub again and again. */
async function watch(port: number, witnessed: () => void): Promise<{ stop(): Promise<void> }> {
  const connection = new HubConnectionBuilder()
    .withUrl(`http://127.0.0.1:${port}/hub`, { transport: HttpTransportType.WebSockets })
    .configureLogging(LogLevel.None)
    .build()
  let isOver = false
  let count = 0
  await connection.start()
  const calling = (async () => {
    while (!isOver) {
      const answer = await connection.invoke('echo', `${++count} 💧`)
      if (answer !== `${count} 💧`) throw new Error(`The witness was told ${answer}.`)
      witnessed()
      await wait(5)
    }
  })()
  calling.catch(() => {})
  return {
    async stop() {
      isOver = true
      await calling
      await connection.stop()
    },
  }
}
