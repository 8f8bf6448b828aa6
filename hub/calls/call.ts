import type { Connection } from '../connection/connection.ts'
import type { CallContext, CallerClients, Groups } from '../context.ts'
import type { AnyClient } from '../define-hub.ts'
import type { Identity } from '../http/connections.ts'
import { contextOfCall } from '../routing/client-proxies.ts'
import type { UploadStream } from './upload-stream.ts'

/** One call of a client, or one of the moments of its connection, as a method sees it. Its parts are made when asked for. */
export class Call implements CallContext {
  readonly #connection: Connection
  #controller: AbortController | undefined
  #context: { clients: CallerClients<AnyClient>; groups: Groups } | undefined
  /** Set while the call takes one of the places that `limits.parallelInvocations` allows. */
  releasePlace: (() => void) | undefined
  /** The streams the client feeds for this call, by their ids. */
  uploads: Map<string, UploadStream> | undefined
  /** Set by what has to end at once with the call, such as a stream being read. */
  onAbort: (() => void) | undefined
  /** Whether the client has been told how it ended. */
  isOver = false
  #isAborted = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get connectionId(): string {
    return this.#connection.id
  }

  get userId(): string | undefined {
    return this.#connection.identity.userId
  }

  get identity(): Identity {
    return this.#connection.identity
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#isAborted) this.#controller.abort()
    }
    return this.#controller.signal
  }

  get clients(): CallerClients<AnyClient> {
    return this.#own.clients
  }

  get groups(): Groups {
    return this.#own.groups
  }

  abort(): void {
    this.#connection.close(undefined, { allowReconnect: false })
  }

  /** The client has cancelled the call, or is gone. `reason`: what reading its uploads rejects with. */
  cancel(reason: string): void {
    if (this.#isAborted) return
    this.#isAborted = true
    this.#controller?.abort()
    for (const upload of this.uploads?.values() ?? []) upload.finish(reason)
    this.onAbort?.()
  }

  get #own() {
    // While it waits for a client's answer, a call holds up no other: the answer may need one of them.
    this.#context ??= contextOfCall(this.#connection.router, this.connectionId, () => this.releasePlace?.())
    return this.#context
  }
}
