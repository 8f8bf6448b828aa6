import { type FastifyBaseLogger, fastify } from 'fastify'
import { expect, test } from 'vitest'
import { formatLogLine } from './readable-log.ts'

/** Formats what `log` logs. */
function format(log: (logger: FastifyBaseLogger) => void): string {
  let text = ''
  log(fastify({ logger: { base: null, stream: { write: (line) => (text += formatLogLine(line)) } } }).log)
  return text
}

test('a line of the log contains the time, the level, the message and the details', () => {
  const line = format((log) => log.info({ method: 'POST', path: '/auth/login', status: 200, ms: 12.5 }, 'answered'))
  expect(line).toMatch(/^\d\d:\d\d:\d\d info {2}answered method=POST path=\/auth\/login status=200 ms=12\.5\n$/)
})

test('the stack of an error is written below its log line and indented', () => {
  const line = format((log) => log.error({ err: new Error('the roof fell in') }, 'answered'))
  expect(line).toMatch(/^\d\d:\d\d:\d\d error answered\n {4}Error: the roof fell in\n {8}at /)
})

test('a line that is not JSON stays unchanged', () => {
  expect(formatLogLine('hello\n')).toBe('hello\n')
})
