import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '@hobohat/hub/testing'
import { createTemporaryFolder, type ServerProcess, startServer } from '../processes.ts'
import type { MemoryUse } from './control.ts'
import type { IdleMemoryMeasurementOptions } from './idlers.ts'
import { type ServerKind, serverKinds } from './kinds.ts'
import type { PinningCommands } from './machine.ts'
import type { BroadcastMeasurement, BroadcastMeasurementOptions } from './readers.ts'

const CLIENTS_LIMIT_MS = 120_000

const run = promisify(execFile)
const programPath = (name: string) => path.join(import.meta.dirname, name)
let compileCache: string | undefined

/** A server of one kind in its own process, with its clients in further processes. */
export class MeasuredServer implements AsyncDisposable {
  readonly #kind: ServerKind
  readonly #cores: PinningCommands
  readonly #served: ServerProcess

  private constructor(kind: ServerKind, cores: PinningCommands, served: ServerProcess) {
    this.#kind = kind
    this.#cores = cores
    this.#served = served
  }

  /** Starts a server that is pinned to its core. */
  static async start(kind: ServerKind, cores: PinningCommands): Promise<MeasuredServer> {
    const port = await findFreePort()
    const node = [...cores.server, process.execPath, '--expose-gc']
    const [program = '', ...args] = [...node, programPath('server.ts'), kind, String(port)]
    compileCache ??= createTemporaryFolder()
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
    return new MeasuredServer(kind, cores, await startServer([program, ...args], port, '/ready', env))
  }

  /**
   * Starts each kind of server once, so that later starts load compiled code. Otherwise Node would compile our
   * TypeScript sources first, and the process would have free memory afterwards. Connections would use this free
   * memory, so the measurement would miss a part of their memory.
   */
  static async prepare(cores: PinningCommands): Promise<void> {
    for (const kind of serverKinds) await (await MeasuredServer.start(kind, cores))[Symbol.asyncDispose]()
  }

  /** Measures how long payloads of each size take to reach new clients. */
  read(options: Omit<BroadcastMeasurementOptions, 'kind' | 'port' | 'pid'>): Promise<BroadcastMeasurement[]> {
    const { port, pid } = this.#served
    const all: BroadcastMeasurementOptions = { kind: this.#kind, port, pid, ...options }
    return this.#runClients('readers.ts', all)
  }

  /** Measures the memory without clients and with each number of idle clients. The server must be new. */
  idle(clients: readonly number[]): Promise<MemoryUse[]> {
    const options: IdleMemoryMeasurementOptions = { kind: this.#kind, port: this.#served.port, clients }
    return this.#runClients('idlers.ts', options)
  }

  async #runClients<T>(name: string, options: object): Promise<T> {
    const [program = '', ...args] = [...this.#cores.clients, process.execPath, programPath(name)]
    const { stdout } = await run(program, [...args, JSON.stringify(options)], { timeout: CLIENTS_LIMIT_MS })
    return JSON.parse(stdout)
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#served[Symbol.asyncDispose]()
  }
}
