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

  /** Calls a method of all clients of the targets, in all processes. See `ClientProxy.send`. */
  async send(targets: readonly Target[], method: string, args: unknown[], except?: ReadonlySet<string>): Promise<void> {
    const message = new Broadcast(method, args)
    for (const target of targets) this.#deliver(target, message, except)
    await this.#publishTo(targets, (target) => ({
      kind: 'message',
      from: this.#processId,
      target,
      method,
      args,
      except: [...(except ?? [])],
    }))
  }

  /** Resolves when all clients of the targets in this process can receive more. See `ClientProxy.drained`. */
  async drained(targets: readonly Target[], except?: ReadonlySet<string>): Promise<void> {
    for (const target of targets) {
      // A copy, because clients connect and disconnect meanwhile.
      for (const connection of [...this.connections.matching(target)]) {
        if (!except?.has(connection.id)) await connection.writable()
      }
    }
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

  /** Sends to the connections of this process. */
  #deliver(target: Target, message: Broadcast, except?: ReadonlySet<string>): void {
    for (const connection of this.connections.matching(target)) {
      if (!except?.has(connection.id)) connection.send(message.encodedIn(connection.protocol))
    }
  }

  #receive(envelope: Envelope): void {
    if (envelope.kind === 'reply') {
      const { id, error, result } = envelope
      this.#replies.complete({ type: 3, invocationId: `s${id}`, ...(error === null ? { result } : { error }) })
    } else if (envelope.from === this.#processId) {
      // Ignores an envelope of this process, because `send` has already delivered the message here.
    } else if (envelope.kind === 'message') {
      this.#deliver(envelope.target, new Broadcast(envelope.method, envelope.args), new Set(envelope.except))
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

  /** Publishes an envelope for each target, unless this process has the only connection of the target. */
  async #publishTo(targets: readonly Target[], envelopeFor: (target: Target) => Envelope): Promise<void> {
    if (!this.#backplane) return
    const elsewhere = targets.filter((target) => target.to !== 'connection' || !this.connections.get(target.name))
    await Promise.all(elsewhere.map((target) => this.#publish(target, envelopeFor(target))))
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
