import type { ReceivedRequest } from '../http/client-request.ts'
import type { RoutedConnection } from '../routing/local-connections.ts'
import type { Router } from '../routing/router.ts'

/** The part of a client's connection that the calls of the client need. */
export interface CallerConnection extends RoutedConnection {
  readonly router: Router
  readonly request: ReceivedRequest | null
  /** The values that the application keeps for the connection. */
  readonly items: Map<unknown, unknown>
  readonly transport: { readonly pendingBytes: number } | null
  /** Pauses or resumes the reading of the client's bytes, depending on the progress of its calls. */
  adjustInput(): void
}
