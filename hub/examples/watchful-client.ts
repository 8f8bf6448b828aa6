import { DefaultHttpClient, type HttpRequest, type HttpResponse, NullLogger, TimeoutError } from '@microsoft/signalr'

/** Ends a connection with long polling when a poll gets no answer in time. */
export class WatchfulHttpClient extends DefaultHttpClient {
  readonly #pollTimeoutMs: number

  constructor(pollTimeoutMs: number) {
    super(NullLogger.instance)
    this.#pollTimeoutMs = pollTimeoutMs
  }

  override async send(request: HttpRequest): Promise<HttpResponse> {
    if (request.method !== 'GET') return super.send(request)
    try {
      return await super.send({ ...request, timeout: this.#pollTimeoutMs })
    } catch (error) {
      // After a TimeoutError, the client would only poll again.
      throw error instanceof TimeoutError ? new Error('The server does not answer.') : error
    }
  }
}
