import type { AnyClient, ClientMethods } from './define-hub.ts'
import type { Identity } from './http/connections.ts'

/** Some clients, to be told something. */
export interface ClientProxy<C extends ClientMethods<C>> {
  /**
   * Calls a method of every client meant, without waiting for their answers. Resolves when each has taken the message or
   * is able to take more; a client that cannot keep up is dropped rather than waited for without end.
   * @throws {TypeError | RangeError | Error} when an argument cannot be written as JSON or MessagePack
   */
  send<M extends keyof C & string>(method: M, ...args: Parameters<C[M]>): Promise<void>
}

/** One client, which may also be asked. */
export interface SingleClientProxy<C extends ClientMethods<C>> extends ClientProxy<C> {
  /**
   * Calls a method of the client and waits for what it returns.
   * @throws {ClientResultFailed} when it throws, has no such method, is gone, or `timeoutMs` is over
   */
  invoke<M extends keyof C & string>(
    method: M,
    args: Parameters<C[M]>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<Awaited<ReturnType<C[M]>>>
}

/** The clients of a hub in all processes. */
export interface HubClients<C extends ClientMethods<C>> {
  readonly all: ClientProxy<C>
  allExcept(connectionIds: Iterable<string>): ClientProxy<C>
  client(connectionId: string): SingleClientProxy<C>
  clients(connectionIds: Iterable<string>): ClientProxy<C>
  group(name: string): ClientProxy<C>
  groupExcept(name: string, connectionIds: Iterable<string>): ClientProxy<C>
  user(userId: string): ClientProxy<C>
  users(userIds: Iterable<string>): ClientProxy<C>
}

/** The clients as a call sees them. */
export interface CallerClients<C extends ClientMethods<C>> extends HubClients<C> {
  readonly caller: SingleClientProxy<C>
  readonly others: ClientProxy<C>
  othersInGroup(name: string): ClientProxy<C>
}

/** Membership by connection; it ends with the connection. */
export interface Groups {
  /** Resolves when the connection, wherever it is hosted, hears what is sent to the group. */
  add(connectionId: string, group: string): Promise<void>
  remove(connectionId: string, group: string): Promise<void>
}

/** A hub from outside its methods. */
export interface HubContext<C extends ClientMethods<C> = AnyClient> {
  readonly clients: HubClients<C>
  readonly groups: Groups
}

/** What a method knows of its call. */
export interface CallContext<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  readonly connectionId: string
  readonly userId: string | undefined
  /** What `authenticate` returned for this client. */
  readonly identity: I
  /** Aborts when the client cancels the call or is gone. */
  readonly signal: AbortSignal
  readonly clients: CallerClients<C>
  readonly groups: Groups
  /** Ends the connection, for good. */
  abort(): void
}
