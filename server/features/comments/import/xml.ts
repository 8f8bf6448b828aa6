import { createRequire } from 'node:module'
import type { QualifiedTag, SAXParser, Tag } from 'sax'
import { StartError } from '../../../http/start-error.ts'
import { readText, SOURCE_LENGTH_MAX, type SourceComment } from './source.ts'

const { parser: createParser } = createRequire(import.meta.url)('sax') as typeof import('sax')

/** Only the five entities of XML itself are known; the package's types lack the option. */
const options: import('sax').SAXOptions & { strictEntities: true } = { strictEntities: true }
/** The deepest nesting; no export is deeper. */
const DEPTH_MAX = 64

/** Handles the elements of an XML file, named by path without prefixes, such as `rss/channel/item`. */
export interface ElementReader {
  open: (path: string, attributes: Readonly<Record<string, string>>) => void
  /** `text`: the direct text of the element, cut after the longest allowed comment. Returns a comment that ends here. */
  close: (path: string, text: string) => SourceComment | undefined
}

/**
 * Reads an XML file in pieces and yields the comments that the reader finds. Only the entities of XML are known, no
 * other file is read, and no text longer than a comment is kept.
 * @throws {StartError} with line and column for invalid XML or a document type, which exports do not have
 */
export async function* readXml(
  file: string,
  root: string,
  reader: ElementReader,
  onBytes: (bytes: number) => void,
): AsyncGenerator<SourceComment> {
  const parser: SAXParser = createParser(true, options)
  const path: string[] = []
  let isEmpty = true
  let text = ''
  let found: SourceComment[] = []
  const fail = (problem: string): never => {
    throw new StartError(
      `${file} cannot be read from line ${parser.line + 1}, column ${parser.column} on: ${problem}. Nothing was imported.`,
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
    reader.open(path.join('/'), localAttributes(attributes as Record<string, string>))
  }
  const append = (more: string) => {
    if (text.length <= SOURCE_LENGTH_MAX) text += more.slice(0, SOURCE_LENGTH_MAX + 1)
  }
  parser.ontext = append
  parser.oncdata = append
  parser.onclosetag = () => {
    const comment = reader.close(path.join('/'), text)
    if (comment) found.push(comment)
    path.pop()
    text = ''
  }
  for await (const piece of readText(file, onBytes)) {
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
