/**
 * A server process loads this module by `--import`. The module writes a line to stderr for each connection, server or
 * database client in use that has no listener for `error`. Without a listener, an `error` event ends the process.
 */
import { EventEmitter } from 'node:events'
import { Server, Socket } from 'node:net'

const names = new Set(['Client', 'HeardClient', 'BoundPool', 'Pool', 'Redis'])
const seen = new WeakSet<EventEmitter>()
const isWatched = (emitter: EventEmitter) =>
  emitter instanceof Socket || emitter instanceof Server || names.has(emitter.constructor.name)

const emit = EventEmitter.prototype.emit
EventEmitter.prototype.emit = function (this: EventEmitter, name: string | symbol, ...args: unknown[]) {
  const result = emit.call(this, name, ...args)
  if (name !== 'error' && name !== 'close' && isWatched(this) && !seen.has(this))
    setImmediate(check, this, String(name))
  return result
}

function check(emitter: EventEmitter & { destroyed?: boolean; listening?: boolean }, name: string): void {
  if (emitter.destroyed || emitter.listening === false || emitter.listenerCount('error') > 0 || seen.has(emitter))
    return
  seen.add(emitter)
  process.stderr.write(`Nobody listens for errors of a ${emitter.constructor.name} after '${name}'.\n`)
}
