import process from 'node:process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkup } from '#contract/comment-markup.ts'
import { COMMENT_LENGTH_MAX } from '#contract/limits.ts'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { tryParseEmailKey } from './db/email-key.ts'
import { splitSearchWords } from './db/word-search.ts'
import { cleanCommentText, renderCommentHtml } from './features/comments/comment-text.ts'
import { htmlToMarkup } from './features/comments/import/html-to-markup.ts'
import { hashCommentText, scoreSpam } from './features/comments/spam.ts'
import { parseEnvelope } from './features/reports/envelope.ts'
import { fingerprintErrorReport } from './features/reports/report.ts'
import { createServerErrorEnvelope } from './features/reports/reports.ts'
import { removeTextSecrets } from './features/reports/scrub.ts'
import { cleanLine } from './http/clean-line.ts'
import { describeDevice } from './http/describe-device.ts'
import { writeMail } from './outbox/email-template.ts'

/**
 * The number of shapes for each parser. A shape is the start of a text and a repeated part. In `npm test`, a few shapes
 * show whether a parser hangs. In `npm run soak`, the test also measures how much longer a text of twice the length
 * takes. It prints this factor for the worst shapes, and fails when the factor is above 2.3.
 */
const SHAPES = chooseByRun(6, 300)
const isMeasured = chooseByRun(false, true)

interface Parser {
  name: string
  /** The longest text of the parser, in UTF-16 units. */
  length: number
  read: (text: string) => unknown
}

const BODY_LENGTH = 64 * 1024
const IMPORT_LENGTH = 20_000

const report = (message: string) => ({
  id: '',
  at: 0,
  side: 'browser' as const,
  title: '',
  place: '',
  release: '',
  exceptions: [{ type: 'Error', message, frames: [] }],
  url: '',
  requestId: '',
  client: '',
  user: null,
  breadcrumbs: [],
})

function stackOf(text: string): Error {
  const error = new Error()
  error.stack = `Error: ${text}\n    at ${text}`
  return error
}

const parsers: Parser[] = [
  { name: 'comment markup, page and feed', length: COMMENT_LENGTH_MAX, read: parseMarkup },
  { name: 'comment markup, imported', length: IMPORT_LENGTH, read: renderCommentHtml },
  { name: 'words of a comment', length: BODY_LENGTH, read: cleanCommentText },
  {
    name: 'signs of spam',
    length: COMMENT_LENGTH_MAX,
    read: (content) => [hashCommentText(content), scoreSpam({ content, first: true, recent: 0, repeats: null })],
  },
  { name: 'HTML of an import', length: 5_000, read: (html) => htmlToMarkup(html, false) },
  {
    name: 'mail, text and HTML',
    length: COMMENT_LENGTH_MAX,
    read: (text) => writeMail({ to: '', subject: text, paragraphs: text.split(/\n+/) }),
  },
  { name: 'email addresses', length: BODY_LENGTH, read: tryParseEmailKey },
  { name: 'lines: names, notes', length: BODY_LENGTH, read: cleanLine },
  { name: 'search at the desk', length: 200, read: splitSearchWords },
  { name: 'user agents', length: BODY_LENGTH, read: describeDevice },
  { name: 'reports: secrets', length: 4_000, read: removeTextSecrets },
  { name: 'reports: fingerprints', length: 4_000, read: (text) => fingerprintErrorReport(report(text)) },
  {
    name: 'reports: stacks of the server',
    length: BODY_LENGTH,
    read: (text) => createServerErrorEnvelope(stackOf(text), '', { operation: '' }),
  },
  {
    name: 'reports: envelopes',
    length: BODY_LENGTH,
    read: (text) => refused(() => parseEnvelope(Buffer.from(`{}\n${text}`))),
  },
]

/** Returns the error in place of throwing it, because a refused text has also been parsed. */
function refused(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return error
  }
}

const bits = fc.constantFrom(
  ...['a', 'B', '7', ' ', '  ', '\n', '\n\n', '\t', '> ', '- ', '1. ', '*', '**', '_', '`', '``', '```\n', '\\', '|'],
  ...[
    '[',
    ']',
    '(',
    ')',
    '](',
    '<',
    '>',
    '"',
    "'",
    '.',
    ',',
    '!',
    'é',
    'www.',
    'https://',
    'a.b/',
    ':',
    '&',
    '&amp;',
    '#',
  ],
  ...[
    '\u0301',
    '\u0316',
    '\u200d',
    '\u200b',
    '\ufe0f',
    '😀',
    '\u{1d400}',
    'ßΣ',
    '漢',
    '@',
    'a@b.c',
    '=',
    '%3F',
    '%26',
    '-',
  ],
  ...['<b>', '</b>', '<i x=1>', '<p>', '<div>', '</div>', '<a href=x>', '<table>', '<blockquote>', '<ul><li>', '<pre>'],
  ...[
    'token=',
    'eyJ',
    'Bearer ',
    'password',
    'cookie: ',
    'code',
    '    at ',
    ' (/',
    ':1:1',
    'file:///',
    '{}\n',
    '{"type":"x"}\n',
  ],
)
const words = (minLength: number, maxLength: number) =>
  fc.array(bits, { minLength, maxLength }).map((parts) => parts.join(''))
const shapes = fc.tuple(words(0, 3), words(1, 5))

const fill = ([start, part]: [string, string], length: number) =>
  start + part.repeat(Math.max(1, Math.floor((length - start.length) / part.length)))

/** Returns the time of the shortest of several runs, in milliseconds. */
function timeOf(read: Parser['read'], text: string, runs: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const began = performance.now()
    read(text)
    least = Math.min(least, performance.now() - began)
  }
  return least
}

/** Shorter times cannot be distinguished from noise. */
const TIME_MIN_MS = 0.5

/**
 * Returns the slowest shape, and the shape whose time grows most with the length. `ratio`: how much longer a text of
 * twice the length takes, as the average of three doublings. The time of a single doubling jumps when a text no longer
 * fits into a cache.
 */
function worstOf({ read, length }: Parser, samples: [string, string][]) {
  const measure = (shape: [string, string], runs: number) => {
    const eighth = timeOf(read, fill(shape, length / 8), runs)
    const whole = timeOf(read, fill(shape, length), runs)
    return { shape, whole, ratio: whole < TIME_MIN_MS ? 0 : Math.cbrt(whole / eighth) }
  }
  const first = samples.map((shape) => measure(shape, 3))
  const bySlowness = first.toSorted((one, other) => other.whole - one.whole)
  const bySteepness = first.toSorted((one, other) => other.ratio - one.ratio)
  const again = [...new Set([...bySlowness.slice(0, 5), ...bySteepness.slice(0, 10)])].map(({ shape }) => {
    const one = measure(shape, 15)
    if (one.ratio <= 2.3) return one
    // Measures again, because other programs or the garbage collection may have interrupted this run.
    const later = [40, 40, 40].map((runs) => measure(shape, runs).ratio)
    return { ...one, ratio: Math.min(one.ratio, ...later) }
  })
  return {
    slowest: again.toSorted((one, other) => other.whole - one.whole)[0],
    steepest: again.toSorted((one, other) => other.ratio - one.ratio)[0],
  }
}

// Not defined as a skipped test, because a skipped test counts as not passed.
if (isMeasured)
  test('parsing a text of twice the length takes at most 2.3 times as long, on average of three doublings', () => {
    const rows = parsers.map((parser) => {
      const { slowest, steepest } = worstOf(parser, fc.sample(shapes, { numRuns: SHAPES, seed: soakSeed }))
      return {
        parser: parser.name,
        length: parser.length,
        ms: slowest?.whole ?? 0,
        slowest,
        ratio: steepest?.ratio ?? 0,
        steepest,
      }
    })
    const shown = (one: { shape: [string, string] } | undefined) => JSON.stringify(one?.shape).replaceAll('|', '\\|')
    const lines = rows.map(
      ({ parser, length, ms, slowest, ratio, steepest }) =>
        `| ${parser} | ${length} | ${ms.toFixed(2)} | ${shown(slowest)} | ${ratio.toFixed(2)} | ${shown(steepest)} |`,
    )
    const head = ['| Parser | Length | Slowest (ms) | Shape | Ratio | Shape |', '| --- | --- | --- | --- | --- | --- |']
    console.log([`${SHAPES} shapes, seed ${soakSeed}`, ...head, ...lines].join('\n'))
    for (const { parser, ratio, steepest } of rows)
      expect(ratio, `${parser}, seed ${soakSeed}: ${shown(steepest)}`).toBeLessThanOrEqual(2.3)
  })
else
  test.each(parsers)('$name parses a text of any shape in less than half a second', ({ read, length }) => {
    for (const shape of fc.sample(shapes, { numRuns: SHAPES, seed: soakSeed })) {
      const from = process.threadCpuUsage()
      read(fill(shape, length))
      expect(process.threadCpuUsage(from).user / 1_000, `seed ${soakSeed}: ${JSON.stringify(shape)}`).toBeLessThan(500)
    }
  })
