import { randomUUID } from 'node:crypto'
import type { Backplane } from '../backplanes/backplane.ts'
import { ClientResults } from '../calls/client-results.ts'
import type { Clock } from '../clock.ts'
import type { Connection } from '../connection/connection.ts'
import { ClientResultFailed } from '../errors.ts'
import { Broadcast } from './broadcast.ts'
import { type Envelope, pack, type Request, topicOf, unpack } from './envelope.ts'
import { Members, type Target } from './members.ts'
import { Topics } from './topics.ts'

/** How long another process may take to say that it has changed a group. */
const GROUP_CHANGE_MS = 5_000

export interface AskOptions {
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/**
 * Finds the clients that a message is for: those of this process itself, those of the others by way of the backplane.
 * Only the routing crosses; each process writes, counts and buffers for its own connections.
 */
export class Router {
  readonly members = new Members()
  readonly #process = randomUUID()
  readonly #prefix: string
  readonly #clock: Clock
  readonly #backplane: Backplane | null
  readonly #topics: Topics | null
  readonly #replies = new ClientResults()

  /** `name`: what tells this hub's topics from those of others on the same backplane. */
  constructor(name: string, clock: Clock, backplane: Backplane | null, report: (error: unknown) => void) {
    this.#prefix = `${name}:`
    this.#clock = clock
    this.#backplane = backplane
    this.#topics =
      backplane &&
      new Topics(backplane, (bytes) => {
        try {
          this.#arrived(unpack(bytes))
        } catch (error) {
          report(error)
        }
      })
    this.#listen([{ to: 'all' }, { to: 'connection', name: this.#process }])?.catch(report)
  }

  /** Counts the connection in. Returns a promise where other processes have to learn of it first. */
  add(connection: Connection): Promise<unknown> | undefined {
    return this.#listen(this.members.add(connection))
  }

  remove(connection: Connection): Promise<unknown> | undefined {
    return this.#unlisten(this.members.remove(connection))
  }

  /** Calls a client method of everybody the target means, wherever they are. See `ClientProxy.send`. */
  async send(target: Target, method: string, args: unknown[], except?: ReadonlySet<string>): Promise<void> {
    const waits = this.#deliver(target, method, args, except)
    const isHere = target.to === 'connection' && this.members.get(target.name)
    if (this.#backplane && !isHere) {
      await this.#publish(target, {
        kind: 'message',
        from: this.#process,
        target,
        method,
        args,
        except: [...(except ?? [])],
      })
    }
    if (waits) await Promise.all(waits)
  }

  /** Calls a method of one client, wherever it is, and waits for the result. */
  async ask(connectionId: string, method: string, args: unknown[], options: AskOptions): Promise<unknown> {
    const connection = this.members.get(connectionId)
    if (connection) return connection.ask(method, args, options)
    return this.#request(connectionId, { do: 'invoke', method, args, timeoutMs: options.timeoutMs }, options)
  }

  /** A connection that is gone, here or elsewhere, is left out in silence. */
  async changeGroup(change: 'join' | 'leave', connectionId: string, group: string): Promise<void> {
    const connection = this.members.get(connectionId)
    if (connection) await this.#changeHere(change, connection, group)
    else if (this.#backplane) {
      await this.#request(connectionId, { do: change, group }, { timeoutMs: GROUP_CHANGE_MS }).catch(() => {})
    }
  }

  async #changeHere(change: 'join' | 'leave', connection: Connection, name: string): Promise<void> {
    const target: Target = { to: 'group', name }
    if (change === 'join') {
      if (this.members.addToGroup(connection, name)) await this.#listen([target])
    } else if (this.members.removeFromGroup(connection, name)) await this.#unlisten([target])
  }

  /** Returns what to wait for, if some reader has not kept up. */
  #deliver(target: Target, method: string, args: unknown[], except?: ReadonlySet<string>): Promise<void>[] | undefined {
    const message = new Broadcast(method, args)
    let waits: Promise<void>[] | undefined
    for (const connection of this.members.of(target)) {
      if (except?.has(connection.id)) continue
      connection.send(message.in(connection.protocol))
      if (connection.isCongested) {
        waits ??= []
        waits.push(connection.writable())
      }
    }
    return waits
  }

  #arrived(envelope: Envelope): void {
    if (envelope.kind === 'reply') {
      const { id, error, result } = envelope
      this.#replies.complete({ type: 3, invocationId: `s${id}`, ...(error === null ? { result } : { error }) })
    } else if (envelope.from === this.#process) {
      // Its own clients have been served.
    } else if (envelope.kind === 'message') {
      this.#deliver(envelope.target, envelope.method, envelope.args, new Set(envelope.except))
    } else {
      void this.#serve(envelope)
    }
  }

  /** Does for another process what only this one can, and says how it went. */
  async #serve({ from, id, connectionId, request }: Envelope & { kind: 'request' }): Promise<void> {
    const connection = this.members.get(connectionId)
    if (!connection) return
    let reply: Envelope
    try {
      const result =
        request.do === 'invoke'
          ? await connection.ask(request.method, request.args, request)
          : await this.#changeHere(request.do, connection, request.group)
      reply = { kind: 'reply', id, error: null, result: result ?? null }
    } catch (error) {
      reply = { kind: 'reply', id, error: error instanceof Error ? error.message : String(error), result: null }
    }
    await this.#publish({ to: 'connection', name: from }, reply)
  }

  #request(connectionId: string, request: Request, { timeoutMs, signal }: AskOptions): Promise<unknown> {
    if (!this.#backplane) return Promise.reject(new ClientResultFailed('There is no such client.'))
    return this.#replies.ask(
      (invocationId) => {
        const id = Number(invocationId.slice(1))
        const envelope: Envelope = { kind: 'request', from: this.#process, id, connectionId, request }
        void this.#publish({ to: 'connection', name: connectionId }, envelope)
      },
      { timeoutMs, signal, clock: this.#clock },
    )
  }

  async #publish(target: Target, envelope: Envelope): Promise<void> {
    await this.#backplane?.publish(this.#prefix + topicOf(target), pack(envelope))
  }

  #listen(targets: Target[]): Promise<unknown> | undefined {
    const topics = this.#topics
    if (!topics) return undefined
    return Promise.all(targets.map((target) => topics.add(this.#prefix + topicOf(target))))
  }

  #unlisten(targets: Target[]): Promise<unknown> | undefined {
    const topics = this.#topics
    if (!topics) return undefined
    return Promise.all(targets.map((target) => topics.remove(this.#prefix + topicOf(target))))
  }
}
