import { createRequire } from 'node:module'
import type { QualifiedTag, SAXParser, Tag } from 'sax'
import { StartError } from '../../../http/start-error.ts'
import { SOURCE_LENGTH_MAX, textOf } from './source.ts'

const { parser: createParser } = createRequire(import.meta.url)('sax') as typeof import('sax')

/** Of entities, only the five of XML itself; the package's types do not know the option. */
const options: import('sax').SAXOptions & { strictEntities: true } = { strictEntities: true }
/** No export nests this deep. */
const DEPTH_MAX = 64

/** What reads a file of XML. Elements are named by their path from the root, as in `rss/channel/item`, without prefixes. */
export interface ElementReader<T> {
  open?: (path: string, attributes: Readonly<Record<string, string>>) => void
  /** `text`: what directly stood in it, as far as it is needed to see that it is too long. Returns what is found. */
  close: (path: string, text: string) => T | undefined
}

/**
 * Reads a file of XML in pieces, and gives what its reader finds. No entities but XML's own are known, nothing outside of
 * the file is looked at, and no text is kept that is longer than a comment may be.
 * @throws {StartError} with line and column, where it is no XML or has a document type, which no export has
 */
export async function* readXml<T>(
  file: string,
  root: string,
  reader: ElementReader<T>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<T> {
  const parser: SAXParser = createParser(true, options)
  const path: string[] = []
  let isEmpty = true
  let text = ''
  let found: T[] = []
  const fail = (what: string): never => {
    throw new StartError(
      `${file} cannot be read from line ${parser.line + 1}, column ${parser.column} on: ${what}. Nothing was imported.`,
    )
  }
  parser.onerror = ({ message }) => fail(message.split('\n', 1)[0] ?? message)
  parser.ondoctype = () => fail('it has a document type, which exports do not have')
  parser.onopentag = ({ name, attributes }: Tag | QualifiedTag) => {
    isEmpty = false
    text = ''
    path.push(localName(name))
    if (path.length > DEPTH_MAX) fail('its elements are nested too deep')
    if (path.length === 1 && path[0] !== root) fail(`it is a file of ${path[0]}, not of ${root}`)
    reader.open?.(path.join('/'), localAttributes(attributes as Record<string, string>))
  }
  const append = (more: string) => {
    if (text.length <= SOURCE_LENGTH_MAX) text += more.slice(0, SOURCE_LENGTH_MAX + 1)
  }
  parser.ontext = append
  parser.oncdata = append
  parser.onclosetag = () => {
    const item = reader.close(path.join('/'), text)
    if (item !== undefined) found.push(item)
    path.pop()
    text = ''
  }
  for await (const piece of textOf(file, onBytes)) {
    parser.write(piece)
    yield* found
    found = []
  }
  parser.close()
  if (isEmpty) fail('it is empty')
  yield* found
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const localAttributes = (attributes: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))
