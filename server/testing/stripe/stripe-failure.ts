/** An error reply of Stripe, with its message. https://docs.stripe.com/api/errors */
export class StripeFailure extends Error {
  status: number
  error: Record<string, unknown>

  constructor(status: number, error: { message: string } & Record<string, unknown>) {
    super(error.message)
    this.status = status
    this.error = { type: 'invalid_request_error', ...error }
  }
}

/** Creates the error for an invalid request. */
export const createRequestFailure = (message: string, more: Record<string, unknown> = {}): StripeFailure =>
  new StripeFailure(400, { message, ...more })

export const createMissingResourceFailure = (kind: string, id: string, param: string): StripeFailure =>
  new StripeFailure(404, { message: `No such ${kind}: '${id}'`, code: 'resource_missing', param })
