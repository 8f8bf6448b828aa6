/**
 * The application's hooks for values that JSON lacks, such as big integers. They work like the parameters of
 * JSON.stringify and JSON.parse.
 */
export interface JsonHooks {
  /** The second argument of `JSON.stringify`. Gets the arguments, items and results that the hub sends. */
  replacer?: ((this: unknown, key: string, value: unknown) => unknown) | undefined
  /** The second argument of `JSON.parse`. Gets all fields of the received messages, also those of the protocol. */
  reviver?: ((this: unknown, key: string, value: unknown) => unknown) | undefined
}

/**
 * Creates a function that writes a value as JSON. Bytes become base64 text, as in .NET. A value that JSON lacks, such
 * as a function, becomes undefined.
 */
export function createJsonWriter({ replacer }: Pick<JsonHooks, 'replacer'>): (value: unknown) => string | undefined {
  const replace = function (this: unknown, key: string, value: unknown): unknown {
    // Reads the property from `this`, because `value` is the result of `toJSON` when the property is a Buffer.
    const text = base64Of((this as Record<string, unknown>)[key])
    if (text !== undefined) return text
    return replacer ? replacer.call(this, key, value) : value
  }
  if (replacer) return (value) => JSON.stringify(value, replace)
  return (value) => {
    if (base64Of(Array.isArray(value) ? value[0] : value) !== undefined) return JSON.stringify(value, replace)
    const text = JSON.stringify(value) as string | undefined
    return text !== undefined && mayHoldBytes(text) ? JSON.stringify(value, replace) : text
  }
}

/**
 * Returns whether JSON that was written without a replacer may contain bytes. A Uint8Array becomes an object with the
 * key 0. A Buffer becomes an object with its type. An ArrayBuffer or an empty Uint8Array becomes {}. Only such values
 * are written again with a replacer, because a replacer makes writing several times slower.
 */
function mayHoldBytes(text: string): boolean {
  return text.includes('{"0":') || text.includes('{}') || text.includes('Buffer","data":[')
}

function base64Of(value: unknown): string | undefined {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64')
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('base64') : undefined
}
