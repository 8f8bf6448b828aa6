import { randomUUID } from 'node:crypto'
import type { Backplane } from '../backplanes/backplane.ts'
import { ClientResults } from '../calls/client-results.ts'
import type { Clock } from '../clock.ts'
import { ClientResultFailed } from '../errors.ts'
import { Broadcast } from './broadcast.ts'
import { decodeEnvelope, type Envelope, encodeEnvelope, type Request, topicOf } from './envelope.ts'
import { type InvokeOptions, LocalConnections, type RoutedConnection, type Target } from './local-connections.ts'
import { TopicSubscriptions } from './topic-subscriptions.ts'

/** How long another process may take to confirm the change of a group. */
const GROUP_CHANGE_MS = 5_000

/**
 * Sends messages to the clients of a target: directly to clients of this process, and through the backplane to clients
 * of other processes. Each process encodes, counts and buffers the messages for its own connections.
 */
export class Router {
  readonly connections = new LocalConnections()
  readonly #processId = randomUUID()
  readonly #prefix: string
  readonly #clock: Clock
  readonly #backplane: Backplane | null
  readonly #topics: TopicSubscriptions | null
  readonly #replies = new ClientResults()

  /** @param name separates the topics of this hub from those of other hubs on the same backplane */
  constructor(name: string, clock: Clock, backplane: Backplane | null, report: (error: unknown) => void) {
    this.#prefix = `${name}:`
    this.#clock = clock
    this.#backplane = backplane
    this.#topics =
      backplane &&
      new TopicSubscriptions(backplane, (bytes) => {
        try {
          this.#receive(decodeEnvelope(bytes))
        } catch (error) {
          report(error)
        }
      })
    this.#subscribe([{ to: 'all' }, { to: 'connection', name: this.#processId }])?.catch(report)
  }

  /** Adds a connection. Returns a promise when the backplane has to subscribe to its topics first. */
  add(connection: RoutedConnection): Promise<unknown> | undefined {
    return this.#subscribe(this.connections.add(connection))
  }

  remove(connection: RoutedConnection): Promise<unknown> | undefined {
    return this.#unsubscribe(this.connections.remove(connection))
  }

  /** Calls a method of all clients of the target, in all processes. See `ClientProxy.send`. */
  async send(target: Target, method: string, args: unknown[], except?: ReadonlySet<string>): Promise<void> {
    const waits = this.#deliver(target, method, args, except)
    const isHere = target.to === 'connection' && this.connections.get(target.name)
    if (this.#backplane && !isHere) {
      await this.#publish(target, {
        kind: 'message',
        from: this.#processId,
        target,
        method,
        args,
        except: [...(except ?? [])],
      })
    }
    // Waits for one promise after the other, because `Promise.all` would keep an object for each promise of each
    // waiting send.
    for (const wait of waits ?? []) await wait
  }

  /** Calls a method of one client, in whichever process, and waits for the result. @throws {ClientResultFailed} */
  async invoke(connectionId: string, method: string, args: unknown[], options: InvokeOptions): Promise<unknown> {
    const connection = this.connections.get(connectionId)
    if (connection) return connection.invoke(method, args, options)
    return this.#request(connectionId, { do: 'invoke', method, args, timeoutMs: options.timeoutMs }, options)
  }

  /** Adds a connection to a group or removes it. Does nothing for a connection that has ended. */
  async changeGroup(change: 'join' | 'leave', connectionId: string, group: string): Promise<void> {
    const connection = this.connections.get(connectionId)
    if (connection) await this.#changeHere(change, connection, group)
    else if (this.#backplane) {
      await this.#request(connectionId, { do: change, group }, { timeoutMs: GROUP_CHANGE_MS }).catch(() => {})
    }
  }

  async #changeHere(change: 'join' | 'leave', connection: RoutedConnection, name: string): Promise<void> {
    const target: Target = { to: 'group', name }
    if (change === 'join') {
      if (this.connections.addToGroup(connection, name)) await this.#subscribe([target])
    } else if (this.connections.removeFromGroup(connection, name)) await this.#unsubscribe([target])
  }

  /**
   * Sends to the connections of this process. Returns a promise for each connection that cannot take more messages yet.
   */
  #deliver(target: Target, method: string, args: unknown[], except?: ReadonlySet<string>): Promise<void>[] | undefined {
    const message = new Broadcast(method, args)
    let waits: Promise<void>[] | undefined
    for (const connection of this.connections.matching(target)) {
      if (except?.has(connection.id)) continue
      connection.send(message.encodedIn(connection.protocol))
      if (connection.isCongested) {
        waits ??= []
        waits.push(connection.writable())
      }
    }
    return waits
  }

  #receive(envelope: Envelope): void {
    if (envelope.kind === 'reply') {
      const { id, error, result } = envelope
      this.#replies.complete({ type: 3, invocationId: `s${id}`, ...(error === null ? { result } : { error }) })
    } else if (envelope.from === this.#processId) {
      // Ignores an envelope of this process, because `send` has already delivered the message here.
    } else if (envelope.kind === 'message') {
      this.#deliver(envelope.target, envelope.method, envelope.args, new Set(envelope.except))
    } else {
      void this.#serve(envelope)
    }
  }

  /** Handles a request of another process about a connection of this process, and publishes the result. */
  async #serve({ from, id, connectionId, request }: Envelope & { kind: 'request' }): Promise<void> {
    const connection = this.connections.get(connectionId)
    if (!connection) return
    let reply: Envelope
    try {
      const result =
        request.do === 'invoke'
          ? await connection.invoke(request.method, request.args, request)
          : await this.#changeHere(request.do, connection, request.group)
      reply = { kind: 'reply', id, error: null, result: result ?? null }
    } catch (error) {
      reply = { kind: 'reply', id, error: error instanceof Error ? error.message : String(error), result: null }
    }
    await this.#publish({ to: 'connection', name: from }, reply)
  }

  #request(connectionId: string, request: Request, { timeoutMs, signal }: InvokeOptions): Promise<unknown> {
    if (!this.#backplane) return Promise.reject(new ClientResultFailed('There is no such client.'))
    return this.#replies.start(
      (invocationId) => {
        const id = Number(invocationId.slice(1))
        const envelope: Envelope = { kind: 'request', from: this.#processId, id, connectionId, request }
        void this.#publish({ to: 'connection', name: connectionId }, envelope)
      },
      { timeoutMs, signal, clock: this.#clock },
    )
  }

  async #publish(target: Target, envelope: Envelope): Promise<void> {
    await this.#backplane?.publish(this.#prefix + topicOf(target), encodeEnvelope(envelope))
  }

  #subscribe(targets: Target[]): Promise<unknown> | undefined {
    const topics = this.#topics
    if (!topics) return undefined
    return Promise.all(targets.map((target) => topics.add(this.#prefix + topicOf(target))))
  }

  #unsubscribe(targets: Target[]): Promise<unknown> | undefined {
    const topics = this.#topics
    if (!topics) return undefined
    return Promise.all(targets.map((target) => topics.remove(this.#prefix + topicOf(target))))
  }
}
