import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createBalancer, findFreePort } from '@hobohat/hub/testing'

/**
 * The interval at which the cluster asks each process whether it is ready. A process that shuts down stops being ready
 * one second before its end, so the cluster notices this in time.
 */
const CHECK_MS = 250
/** The pause before the cluster restarts a process that has ended. */
const RESTART_MS = 500
/** The time within which a process must start. It may have to migrate the database first. */
const START_MS = 60_000
/** How long a request waits while no process accepts it. */
const TRY_MS = 10_000

export interface ClusterOptions {
  /** The folder of the build to serve. */
  dist: string
  /** The folder in which each process gets a subfolder for its data. */
  data: string
  /** The port of the balancer; 0 chooses a free port. */
  port: number
  /** The number of processes that serve the site. */
  size: number
  /** Returns the environment variables of a process. @param at the index of the process, from 0 */
  settings: (at: number) => Record<string, string>
  /** Called with each line that a process prints. */
  print?: (line: string) => void
}

/** A process that serves the site. */
interface Member {
  origin: string
  child: ChildProcess
  isReady: boolean
  /**
   * Whether the process may end, because another process has replaced it or the cluster is being closed. The cluster
   * restarts any other process that ends.
   */
  isLeaving: boolean
}

/**
 * Several processes that serve one site, behind a balancer without sticky sessions. The cluster restarts a process that
 * ends unexpectedly.
 */
export class Cluster {
  readonly #options: ClusterOptions
  readonly #balancer: Server
  readonly #members: Member[] = []
  readonly #checks: NodeJS.Timeout
  #turn = 0

  private constructor(options: ClusterOptions) {
    this.#options = options
    this.#balancer = createBalancer(() => this.#order(), TRY_MS)
    this.#checks = setInterval(() => void Promise.all(this.#members.map(check)), CHECK_MS)
  }

  /** Starts the processes one after the other, and then the balancer. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster(options)
    try {
      for (let at = 0; at < options.size; at++) cluster.#members.push(await cluster.#startMember(at))
      cluster.#balancer.listen(options.port, '127.0.0.1')
      await once(cluster.#balancer, 'listening')
    } catch (error) {
      await cluster.close()
      throw error
    }
    return cluster
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#balancer.address() as AddressInfo).port}`
  }

  /** The origins of the processes. */
  get origins(): string[] {
    return this.#members.map(({ origin }) => origin)
  }

  get processIds(): number[] {
    return this.#members.flatMap(({ child }) => child.pid ?? [])
  }

  /** Kills a process at once, like a crash. The cluster then restarts the process. */
  kill(at: number): void {
    const member = this.#members[at]
    if (!member) return
    member.isReady = false
    member.child.kill('SIGKILL')
  }

  /** Resolves when every process is ready. */
  async ready(): Promise<void> {
    while (!this.#members.every(({ isReady }) => isReady)) await wait(CHECK_MS)
  }

  /**
   * Replaces the processes one after the other by new ones.
   * @param dist the folder of the build to serve from now on
   */
  async deploy(dist = this.#options.dist): Promise<void> {
    this.#options.dist = dist
    for (const [at, former] of this.#members.entries()) {
      this.#members[at] = await this.#startMember(at)
      await end(former)
    }
  }

  /** Stops the processes and the balancer. */
  async close(): Promise<void> {
    clearInterval(this.#checks)
    this.#balancer.close()
    this.#balancer.closeAllConnections()
    await Promise.all(this.#members.map(end))
  }

  /**
   * Returns the origins of the processes in the order in which a request tries them. Ready processes come first. Each
   * request begins with another process than the previous request.
   */
  #order(): string[] {
    const from = this.#turn++ % this.#members.length
    const turned = [...this.#members.slice(from), ...this.#members.slice(0, from)]
    return turned.sort((a, b) => Number(b.isReady) - Number(a.isReady)).map(({ origin }) => origin)
  }

  async #startMember(at: number): Promise<Member> {
    const port = await findFreePort()
    const member: Member = {
      origin: `http://127.0.0.1:${port}`,
      child: this.#spawn(at, port),
      isReady: false,
      isLeaving: false,
    }
    const watch = (child: ChildProcess) => {
      child.once('exit', async (code, signal) => {
        member.isReady = false
        if (member.isLeaving) return
        this.#options.print?.(`process ${at} has ended with ${code ?? signal} and starts again`)
        await wait(RESTART_MS)
        if (member.isLeaving) return
        member.child = this.#spawn(at, port)
        watch(member.child)
      })
    }
    watch(member.child)
    const deadline = Date.now() + START_MS
    while (!member.isReady) {
      if (Date.now() > deadline) {
        await end(member)
        throw new Error(`Process ${at} was not ready within ${START_MS / 1000} s.`)
      }
      await wait(50)
      await check(member)
    }
    return member
  }

  #spawn(at: number, port: number): ChildProcess {
    const { dist, data, settings, print } = this.#options
    const folder = path.join(data, String(at))
    mkdirSync(folder, { recursive: true })
    const child = spawn(process.execPath, [path.join(dist, 'server/main.cjs')], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        BUILD_DIR: dist,
        DATA_DIR: path.join(folder, 'data'),
        PORT: String(port),
        TRUST_PROXY: 'on',
        ...settings(at),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n')) if (line !== '') print?.(`process ${at}: ${line}`)
      })
    }
    return child
  }
}

async function check(member: Member): Promise<void> {
  const { child } = member
  const isReady = await fetch(`${member.origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (member.child === child) member.isReady = isReady && child.exitCode === null
}

async function end(member: Member): Promise<void> {
  member.isLeaving = true
  const { child } = member
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
