/** The W3C trace context of a client (Trace Context, section 3): the values of the two headers, unchecked. */
export interface TraceContext {
  traceparent: string
  tracestate?: string
}

/** Returns the trace context in the headers of a message or of an HTTP request. */
export function readTraceContext(headers: unknown): TraceContext | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const { traceparent, tracestate } = headers as Record<string, unknown>
  if (typeof traceparent !== 'string') return undefined
  return typeof tracestate === 'string' ? { traceparent, tracestate } : { traceparent }
}
