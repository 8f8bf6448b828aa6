import { v7 } from 'uuid'

/** A new id: UUIDv7 (RFC 9562), so ids made later in this process sort later, and rows stand together in the index. */
export function newId(): string {
  return v7()
}
