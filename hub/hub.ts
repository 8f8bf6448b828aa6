/** The public API of the package. */
export type { Backplane, BackplaneListener, BackplaneState } from './backplanes/backplane.ts'
export { memoryBackplane } from './backplanes/memory.ts'
export { postgresBackplane } from './backplanes/postgres.ts'
export { redisBackplane } from './backplanes/redis.ts'
export type { AnyClient, ClientMethods } from './client-methods.ts'
export type { Clock } from './clock.ts'
export type {
  CallContext,
  ClientProxy,
  ConnectionData,
  Groups,
  HubClients,
  HubContext,
  ListedClient,
  ListedClients,
  SingleClientProxy,
} from './context.ts'
export {
  defineHub,
  type HubDefinition,
  type HubMethod,
  type HubSettings,
  type MethodOptions,
  type MethodTypes,
  method,
  type TypedMethod,
} from './define-hub.ts'
export type { CallEvent, ConnectionEvent, ErrorContext, RefusedRequestEvent } from './diagnostics.ts'
export {
  AuthenticationExpired,
  BackplaneDisconnected,
  CallRefused,
  ClientResultFailed,
  type ClientResultFailure,
  ClientTimedOut,
  ConnectionLost,
  HandshakeFailed,
  HubError,
  MalformedMessage,
  MessageTooLarge,
  SequenceBroken,
  SignalRError,
  SlowReader,
  Unavailable,
} from './errors.ts'
export type { ClientRequest, ConnectionRequest } from './http/client-request.ts'
export type { Identity, Redirect } from './http/http-endpoint.ts'
export type { HubFilter, HubInvocation } from './hub-filter.ts'
export type { HubOptions } from './hub-options.ts'
export { attachHubServer, type HubServer, type HubServerOptions } from './hub-server.ts'
export { defaultLimits, type Limits } from './limits.ts'
export type { HubMetrics } from './metrics.ts'
export type { JsonHooks } from './protocols/json-values.ts'
export type { ClientConnection, ConnectionHandler, RawConnectionOptions } from './raw/client-connection.ts'
export type { TraceContext } from './trace-context.ts'
export type { TransportName } from './transports/transport.ts'
