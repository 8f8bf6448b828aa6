import { randomUUID } from 'node:crypto'
import type { Backplane } from '../backplanes/backplane.ts'
import { PendingClientResults } from '../calls/client-results.ts'
import type { Clock } from '../clock.ts'
import type { ListedClient, ListedClients } from '../context.ts'
import type { ReportError } from '../diagnostics.ts'
import { BackplaneDisconnected, ClientResultFailed } from '../errors.ts'
import { requireMethodName } from '../require-string.ts'
import { Broadcast } from './broadcast.ts'
import { type ConnectionCommand, decodeEnvelope, type Envelope, encodeEnvelope, toBackplaneTopic } from './envelope.ts'
import { createClientListEntry } from './listed-client.ts'
import {
  type CloseOptions,
  type GlobalRecipients,
  type InvokeOptions,
  LocalConnections,
  type Recipients,
  type RoutedConnection,
} from './local-connections.ts'
import { OtherProcesses } from './other-processes.ts'
import { BackplaneTopicSubscriptions } from './topic-subscriptions.ts'

/** How long another process may take to confirm the change of a group. */
const GROUP_CHANGE_MS = 5_000
/** How long the process that has a connection may take to accept a request for this connection. */
const ACCEPT_MS = 2_000

/**
 * Sends messages to clients: directly to those of this process, and through the backplane to those of other processes.
 * Each process encodes, counts and buffers the messages for its own connections.
 */
export class Router {
  readonly connections = new LocalConnections()
  readonly #processId = randomUUID()
  readonly #prefix: string
  readonly #clock: Clock
  readonly #backplane: Backplane | null
  readonly #topics: BackplaneTopicSubscriptions | null
  readonly report: ReportError
  readonly #replies = new PendingClientResults()
  /** Functions that cancel the timers of requests which no process has accepted yet. */
  readonly #unaccepted = new Map<number, () => void>()
  readonly #others: OtherProcesses
  #hasLeft = false
  /** Whether the backplane is connected. */
  #isLinked = true

  /** @param name separates the topics of this hub from those of other hubs on the same backplane */
  constructor(name: string, clock: Clock, backplane: Backplane | null, report: ReportError) {
    this.#prefix = `${name}:`
    this.#clock = clock
    this.#backplane = backplane
    this.report = report
    this.#others = new OtherProcesses(clock)
    this.#topics =
      backplane &&
      new BackplaneTopicSubscriptions(backplane, (bytes) => {
        try {
          this.#receive(decodeEnvelope(bytes))
        } catch (error) {
          report(error)
        }
      })
    const hello = () => this.#announce({ to: 'all' }, { kind: 'hello', from: this.#processId, isAnswer: false })
    this.#subscribe([{ to: 'all' }, { to: 'connection', name: this.#processId }])?.then(hello, (error) => report(error))
    backplane?.onChange((state) => {
      this.#isLinked = state === 'connected'
      if (this.#isLinked) hello()
    })
  }

  /** Adds a connection. Returns a promise when the backplane must first subscribe to the topics of the connection. */
  add(connection: RoutedConnection): Promise<unknown> | undefined {
    return this.#subscribe(this.connections.add(connection))
  }

  remove(connection: RoutedConnection): Promise<unknown> | undefined {
    return this.#unsubscribe(this.connections.remove(connection))
  }

  /** Tells the other processes that this process is closing, so that they do not wait for its answers. */
  leave(): void {
    this.#hasLeft = true
    this.#announce({ to: 'all' }, { kind: 'goodbye', from: this.#processId })
  }

  /** Calls a method of all clients of the targets, in all processes. See `ClientProxy.send`. */
  async send(
    targets: readonly Recipients[],
    method: string,
    args: unknown[],
    except?: ReadonlySet<string>,
  ): Promise<void> {
    requireMethodName(method)
    const message = new Broadcast(method, args)
    const shared = { from: this.#processId, method, args, except: [...(except ?? [])] }
    // Encodes first, so that no client here gets a message that other processes cannot get.
    const publish = this.#encodeFor(targets, (target) => ({ kind: 'message', ...shared, target }))
    for (const target of targets) this.#deliver(target, message, except)
    await publish()
  }

  /** Resolves when all clients of the targets in this process can receive more. See `ClientProxy.drained`. */
  async drained(targets: readonly Recipients[], except?: ReadonlySet<string>): Promise<void> {
    for (const connection of this.#matching(targets, except)) await connection.writable()
  }

  /** Disconnects all clients of the targets, in all processes. See `ClientProxy.disconnect`. */
  async disconnect(
    targets: readonly Recipients[],
    except: ReadonlySet<string> | undefined,
    options: CloseOptions,
  ): Promise<void> {
    // Calls `elsewhere` before connections close here. Afterwards, `elsewhere` would count a closed connection as one
    // of another process.
    const isAsked = this.#isLinked || this.connections.elsewhere(targets).length === 0
    const { allowReconnect, reason = null } = options
    const shared = { from: this.#processId, except: [...(except ?? [])], allowReconnect, reason }
    const published = this.#encodeFor(targets, (target) => ({ kind: 'disconnect', ...shared, target }))()
    for (const connection of this.#matching(targets, except)) connection.close(undefined, options)
    await published
    if (!isAsked) throw new BackplaneDisconnected('The other processes could not be asked to disconnect their clients.')
  }

  /** Lists the clients of the targets in all processes. See `ClientProxy.list`. */
  async list(
    targets: readonly Recipients[],
    except: ReadonlySet<string> | undefined,
    timeoutMs: number,
  ): Promise<ListedClients> {
    const elsewhere = this.connections.elsewhere(targets)
    const processIds = [this.#processId]
    if (elsewhere.length === 0) return { clients: this.#listed(targets, except), processIds, silentProcesses: 0 }
    const asked = { targets: elsewhere, except: [...(except ?? [])] }
    const publish = (id: number) => this.#announce({ to: 'all' }, { kind: 'list', from: this.#processId, id, ...asked })
    const others = await this.#others.ask(this.#isLinked ? publish : null, timeoutMs)
    return {
      clients: [...this.#listed(targets, except), ...others.clients],
      processIds: [...processIds, ...others.processIds],
      silentProcesses: others.silentProcesses,
    }
  }

  /** Calls a method of one client in any process, and waits for the result. @throws {ClientResultFailed} */
  async invoke(connectionId: string, method: string, args: unknown[], options: InvokeOptions): Promise<unknown> {
    requireMethodName(method)
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
    const target: GlobalRecipients = { to: 'group', name }
    if (change === 'join') {
      this.connections.addToGroup(connection, name)
      await this.#subscribe([target])
    } else if (this.connections.removeFromGroup(connection, name)) await this.#unsubscribe([target])
  }

  /** Sends to the connections of this process. */
  #deliver(target: Recipients, message: Broadcast, except?: ReadonlySet<string>): void {
    for (const connection of this.connections.matching(target)) {
      if (!except?.has(connection.id)) connection.send(message.encodedIn(connection.protocol))
    }
  }

  /** Returns a copy of the matching connections of this process, because connections may end while the caller waits. */
  #matching(targets: readonly Recipients[], except: ReadonlySet<string> | undefined): RoutedConnection[] {
    return targets.flatMap((target) => [...this.connections.matching(target)].filter(({ id }) => !except?.has(id)))
  }

  #listed(targets: readonly Recipients[], except: ReadonlySet<string> | undefined): ListedClient[] {
    return this.#matching(targets, except).map((connection) => createClientListEntry(connection, this.#processId))
  }

  #receive(envelope: Envelope): void {
    const { kind, from } = envelope
    // Ignores the envelopes of this process, because it has already handled its own connections.
    if (from === this.#processId) return
    if (kind === 'goodbye') this.#others.remove(from)
    else this.#others.add(from)
    if (kind === 'message') {
      const { target, method, args, except } = envelope
      this.#deliver(target, new Broadcast(method, args), new Set(except))
    } else if (kind === 'request') void this.#serve(envelope)
    else if (kind === 'accepted') this.#accepted(envelope.id)
    else if (kind === 'reply') {
      const { id, error, reason, result } = envelope
      this.#accepted(id)
      if (error === null) this.#replies.complete({ type: 3, invocationId: `s${id}`, result })
      else this.#replies.reject(`s${id}`, new ClientResultFailed(error, reason))
    } else if (kind === 'disconnect') {
      const { target, except, allowReconnect, reason } = envelope
      for (const connection of this.#matching([target], new Set(except)))
        connection.close(undefined, { allowReconnect, reason: reason ?? undefined })
    } else if (kind === 'list' && !this.#hasLeft) {
      const clients = this.#listed(envelope.targets, new Set(envelope.except))
      this.#reply(from, { kind: 'listed', from: this.#processId, id: envelope.id, clients })
    } else if (kind === 'listed') this.#others.answer(envelope.id, from, envelope.clients)
    else if (kind === 'hello' && !envelope.isAnswer) {
      this.#reply(from, { kind: 'hello', from: this.#processId, isAnswer: true })
    }
  }

  /** Handles a request of another process about a connection of this process, and publishes the result. */
  async #serve({ from, id, connectionId, request }: Envelope & { kind: 'request' }): Promise<void> {
    const connection = this.connections.get(connectionId)
    if (!connection) return
    this.#reply(from, { kind: 'accepted', from: this.#processId, id })
    let outcome: Pick<Envelope & { kind: 'reply' }, 'error' | 'reason' | 'result'>
    try {
      const result =
        request.do === 'invoke'
          ? await connection.invoke(request.method, request.args, request)
          : await this.#changeHere(request.do, connection, request.group)
      outcome = { error: null, result: result ?? null }
    } catch (error) {
      const reason = error instanceof ClientResultFailed ? error.reason : 'failed'
      outcome = { error: error instanceof Error ? error.message : String(error), reason, result: null }
    }
    this.#reply(from, { kind: 'reply', from: this.#processId, id, ...outcome })
  }

  /** Sends a request to the process that has a connection. Fails when no process accepts it within ACCEPT_MS. */
  #request(connectionId: string, request: ConnectionCommand, { timeoutMs, signal }: InvokeOptions): Promise<unknown> {
    if (!this.#backplane) return Promise.reject(new ClientResultFailed('There is no such client.', 'gone'))
    return this.#replies.start(
      (invocationId) => {
        const id = Number(invocationId.slice(1))
        const envelope: Envelope = { kind: 'request', from: this.#processId, id, connectionId, request }
        const fail = () => {
          this.#unaccepted.delete(id)
          this.#replies.reject(
            invocationId,
            new ClientResultFailed(`No process had the client within ${ACCEPT_MS} ms.`, 'gone'),
          )
        }
        this.#unaccepted.set(id, this.#clock.after(ACCEPT_MS, fail))
        this.#publish({ to: 'connection', name: connectionId }, envelope).catch((error) => {
          this.#accepted(id)
          this.#replies.complete({ type: 3, invocationId, error: String(error) })
        })
      },
      { timeoutMs, signal, clock: this.#clock },
    )
  }

  #accepted(id: number): void {
    this.#unaccepted.get(id)?.()
    this.#unaccepted.delete(id)
  }

  #reply(processId: string, envelope: Envelope): void {
    this.#announce({ to: 'connection', name: processId }, envelope)
  }

  /**
   * Encodes an envelope for each target that may have connections in other processes.
   * @returns a function that publishes the envelopes
   */
  #encodeFor(targets: readonly Recipients[], envelopeFor: (target: GlobalRecipients) => Envelope) {
    const elsewhere = this.#backplane ? this.connections.elsewhere(targets) : []
    const encoded = elsewhere.map((target) => [target, encodeEnvelope(envelopeFor(target))] as const)
    return () => Promise.all(encoded.map(([target, bytes]) => this.#publish(target, bytes)))
  }

  /** Publishes an envelope without waiting. Reports an error of the backplane. */
  #announce(target: GlobalRecipients, envelope: Envelope): void {
    this.#publish(target, envelope).catch((error) => this.report(error))
  }

  async #publish(target: GlobalRecipients, message: Envelope | Uint8Array): Promise<void> {
    const bytes = message instanceof Uint8Array ? message : encodeEnvelope(message)
    await this.#backplane?.publish(this.#prefix + toBackplaneTopic(target), bytes)
  }

  /** Resolves when the topics of the targets are active, also when an earlier connection has subscribed to them. */
  #subscribe(targets: GlobalRecipients[]): Promise<unknown> | undefined {
    const topics = this.#topics
    if (!topics) return undefined
    return Promise.all(targets.map((target) => topics.add(this.#prefix + toBackplaneTopic(target))))
  }

  #unsubscribe(targets: GlobalRecipients[]): Promise<unknown> | undefined {
    const topics = this.#topics
    if (!topics) return undefined
    return Promise.all(targets.map((target) => topics.remove(this.#prefix + toBackplaneTopic(target))))
  }
}
