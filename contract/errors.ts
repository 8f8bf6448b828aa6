/** The body of every answer that is not a success. */
export interface ErrorBody {
  code: ErrorCode
  message: string
}

/** Every code a call can be answered with: its HTTP status, and words for people that say what to do next. */
export const errors = {
  bad_request: { status: 400, message: 'The request could not be understood. Check the address and what was sent.' },
  not_found: { status: 404, message: 'There is nothing at this address. Check it for a typing mistake.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take that method. The Allow header lists those it does.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Try again.' },
  precondition_failed: {
    status: 412,
    message: 'The file is not the version asked for. Ask again without a condition.',
  },
  payload_too_large: { status: 413, message: 'What was sent is too large. Send less at once.' },
  unsupported_media_type: {
    status: 415,
    message: 'This kind of content is not understood here. Send application/json.',
  },
  range_not_satisfiable: { status: 416, message: 'The file does not have the part asked for. Ask for the whole file.' },
  headers_too_large: {
    status: 431,
    message: 'The address or the headers are too long. Clear the cookies of this site and try again.',
  },
  internal: { status: 500, message: 'Something broke on our side and has been noted. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
