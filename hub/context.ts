import type { AnyClient, ClientMethods } from './client-methods.ts'
import type { ConnectionRequest } from './http/client-request.ts'
import type { Identity } from './http/http-endpoint.ts'
import type { TraceContext } from './trace-context.ts'
import type { TransportName } from './transports/transport.ts'

/**
 * The values of `ctx.data`. An application declares the types of its keys: `declare module '@hobohat/hub' { interface
 * ConnectionData { name?: string } }`.
 */
export interface ConnectionData {
  [key: string]: unknown
}

/** Some clients of a hub, to send messages to. */
export interface ClientProxy<C extends ClientMethods<C>> {
  /**
   * Calls a method of each client, without waiting for results or for clients that read slowly. Resolves when the
   * message is in the queue of each client of this process and on its way to other processes. If more than
   * `limits.pendingBytes` wait for a client, disconnects this client.
   * @throws {TypeError | RangeError | Error} when an argument cannot be written as JSON or MessagePack, or when the
   * name of the method is empty or not a string
   */
  send<M extends keyof C & string>(method: M, ...args: Parameters<C[M]>): Promise<void>
  /**
   * Resolves when each client of this process can receive more messages, or has disconnected. A sender of many messages
   * should await it between messages. Does not wait for clients of other processes.
   */
  drained(): Promise<void>
  /**
   * Ends these connections, in all processes. Resolves when this process has ended its own connections and has asked
   * the other processes to end theirs.
   * @param options.allowReconnect whether the clients may reconnect by themselves; false by default
   * @param options.reason the message of the error that the clients get: in `onclose`, or in `onreconnecting`
   * @throws {BackplaneDisconnected} when the other processes could not be asked; even then, the connections of this
   * process have ended
   */
  disconnect(options?: { allowReconnect?: boolean | undefined; reason?: string | undefined }): Promise<void>
  /**
   * Lists these clients in all processes.
   * @param options.timeoutMs how long to wait for the answers of other processes; 2,000 by default
   * @throws {TypeError} when `ctx.data` of a client of this process has a value that cannot be sent to other processes
   */
  list(options?: { timeoutMs?: number | undefined }): Promise<ListedClients>
}

export interface ListedClient {
  connectionId: string
  /** The id of the process that has the connection. A process gets a new id at each start. */
  processId: string
  /** Absent for an anonymous client. */
  userId?: string
  /** When the handshake was complete, in milliseconds of Date.now(). */
  connectedAt: number
  transport: TransportName
  /** A copy of `ctx.data` of the connection, as MessagePack writes it. */
  data: ConnectionData
}

/** The answer of `ClientProxy.list`. */
export interface ListedClients {
  clients: ListedClient[]
  /** The ids of the processes that have answered, this one first. */
  processIds: string[]
  /**
   * The number of processes whose clients may be missing, because these processes have failed to answer, now or in the
   * last minute. While the backplane is disconnected, all other processes count. The number is then at least 1, because
   * unknown processes may run.
   */
  silentProcesses: number
}

/** One client, which can also return results. */
export interface SingleClientProxy<C extends ClientMethods<C>> extends ClientProxy<C> {
  /**
   * Calls a method of the client and waits for its result.
   * @throws {ClientResultFailed} with the `reason` `failed` when the client throws or has no such method, `timed-out`
   * when `timeoutMs` has passed or `signal` is aborted, or `gone` when the client is not connected
   */
  invoke<M extends keyof C & string>(
    method: M,
    args: Parameters<C[M]>,
    options: { timeoutMs: number; signal?: AbortSignal | undefined },
  ): Promise<Awaited<ReturnType<C[M]>>>
}

/**
 * The clients of a hub in all processes. A method that takes several ids or names treats a string as one id or name.
 * Each method throws a TypeError for an id or a name that is not a string.
 */
export interface HubClients<C extends ClientMethods<C>> {
  readonly all: ClientProxy<C>
  /** The clients that are connected to this process. */
  readonly local: ClientProxy<C>
  allExcept(connectionIds: Iterable<string>): ClientProxy<C>
  client(connectionId: string): SingleClientProxy<C>
  clients(connectionIds: Iterable<string>): ClientProxy<C>
  group(name: string): ClientProxy<C>
  /** The members of any of the groups, each once. */
  groups(names: Iterable<string>): ClientProxy<C>
  groupExcept(name: string, connectionIds: Iterable<string>): ClientProxy<C>
  user(userId: string): ClientProxy<C>
  users(userIds: Iterable<string>): ClientProxy<C>
}

/** The clients of a hub, relative to the caller of a method. */
export interface CallerClients<C extends ClientMethods<C>> extends HubClients<C> {
  readonly caller: SingleClientProxy<C>
  readonly others: ClientProxy<C>
  othersInGroup(name: string): ClientProxy<C>
}

/** The groups of a hub. A connection leaves its groups when it ends. */
export interface Groups {
  /** Adds a connection of any process to a group. Resolves when messages to the group reach the connection. */
  add(connectionId: string, group: string): Promise<void>
  remove(connectionId: string, group: string): Promise<void>
}

/** The clients and groups of a hub, for code outside its methods. */
export interface HubContext<C extends ClientMethods<C> = AnyClient> {
  readonly clients: HubClients<C>
  readonly groups: Groups
}

/** The context of a call, the first argument of each method. */
export interface CallContext<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  readonly connectionId: string
  readonly userId: string | undefined
  /** The result of `authenticate` for this client. */
  readonly identity: I
  /** The request that opened the current transport of the client. */
  readonly request: ConnectionRequest
  /** Values of the application that live as long as the connection, in this process. */
  readonly items: Map<unknown, unknown>
  /**
   * Values of the application, which `list()` returns in all processes. MessagePack must be able to encode the values.
   */
  readonly data: ConnectionData
  /**
   * The W3C trace context of the client's message. In `onConnected` and `onDisconnected`, the trace context of the
   * request that opened the connection. Undefined when the client sent none.
   */
  readonly trace: TraceContext | undefined
  /** Aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal
  readonly clients: CallerClients<C>
  readonly groups: Groups
  /** Ends the connection. The client does not reconnect by itself. */
  abort(): void
}
