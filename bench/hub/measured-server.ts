import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort, type Served, serve, temporaryFolder } from '../processes.ts'
import type { Memory } from './control.ts'
import type { IdlersOptions } from './idlers.ts'
import { type Kind, kinds } from './kinds.ts'
import type { Cores } from './machine.ts'
import type { ReadersOptions, Reading } from './readers.ts'

const CLIENTS_LIMIT_MS = 120_000

const run = promisify(execFile)
const programPath = (name: string) => path.join(import.meta.dirname, name)
let compileCache: string | undefined

/** A server of one kind in a process of its own, and the clients that are sent to it. */
export class MeasuredServer implements AsyncDisposable {
  readonly #kind: Kind
  readonly #cores: Cores
  readonly #served: Served

  private constructor(kind: Kind, cores: Cores, served: Served) {
    this.#kind = kind
    this.#cores = cores
    this.#served = served
  }

  /** Starts one, pinned to its core. */
  static async start(kind: Kind, cores: Cores): Promise<MeasuredServer> {
    const port = await freePort()
    const node = [...cores.server, process.execPath, '--expose-gc']
    const [program = '', ...args] = [...node, programPath('server.ts'), kind, String(port)]
    compileCache ??= temporaryFolder()
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
    return new MeasuredServer(kind, cores, await serve([program, ...args], port, '/ready', env))
  }

  /**
   * Starts each kind once, so that later starts find its programs compiled. What strips the types from our sources leaves
   * memory that connections would fill unseen; a server that was built has no such memory.
   */
  static async prepare(cores: Cores): Promise<void> {
    for (const kind of kinds) await (await MeasuredServer.start(kind, cores))[Symbol.asyncDispose]()
  }

  /** How long each size of payload takes to new clients. */
  read(options: Omit<ReadersOptions, 'kind' | 'port' | 'pid'>): Promise<Reading[]> {
    const { port, pid } = this.#served
    const all: ReadersOptions = { kind: this.#kind, port, pid, ...options }
    return this.#runClients('readers.ts', all)
  }

  /** Its memory without clients, and with each number of idle ones. The server must be new. */
  idle(clients: readonly number[]): Promise<Memory[]> {
    const options: IdlersOptions = { kind: this.#kind, port: this.#served.port, clients }
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
