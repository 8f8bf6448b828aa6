import { v7 } from 'uuid'

/** Returns a UUIDv7 (RFC 9562). Later ids of this process sort later, and new rows are neighbours in the index. */
export function createId(): string {
  return v7()
}
