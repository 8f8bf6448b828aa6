import { createRequire } from 'node:module'
import type { QualifiedTag, SAXParser, Tag } from 'sax'
import { StartError } from '../../../http/start-error.ts'
import { IMPORTED_HTML_LENGTH_MAX, streamFileText } from './source.ts'

const { parser: createParser } = createRequire(import.meta.url)('sax') as typeof import('sax')

/**
 * The options of sax. Only the five entities of XML are recognised. The type declarations of the package do not contain
 * `strictEntities`.
 */
const options: import('sax').SAXOptions & { strictEntities: true } = { strictEntities: true }
/** The maximum nesting of elements; no real export is nested deeper. */
const DEPTH_MAX = 64

/** An element of an XML file with the texts inside it. Names have no namespace prefix. */
export interface XmlRecord {
  /** The path from the root, such as `rss/channel/item`. */
  path: string
  /** The attribute `id`. */
  id: string
  /**
   * The texts by their path below the element. Each text is cut at the length of the longest allowed comment. The id of
   * an inner element has a key such as `parent@id`.
   */
  fields: Record<string, string>
  /** The record that contains this one. */
  outer: XmlRecord | undefined
}

/**
 * Reads an XML file in pieces and yields each element with one of these paths when it ends. Only the entities of XML
 * are recognised, no other file is read, and texts are cut at the length of the longest comment.
 * @throws {StartError} with line and column for invalid XML or a document type, which exports do not have
 */
export async function* readXmlRecords(
  file: string,
  root: string,
  records: readonly string[],
  onBytes: (bytes: number) => void,
): AsyncGenerator<XmlRecord> {
  const parser: SAXParser = createParser(true, options)
  const names: string[] = []
  let record: XmlRecord | undefined
  let isEmpty = true
  let text = ''
  let ended: XmlRecord[] = []
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
    names.push(localName(name))
    if (names.length > DEPTH_MAX) fail('its elements are nested too deep')
    if (names.length === 1 && names[0] !== root) fail(`it is a file of ${names[0]}, not of ${root}`)
    const path = names.join('/')
    const [, id = ''] =
      Object.entries(attributes as Record<string, string>).find(([key]) => localName(key) === 'id') ?? []
    if (records.includes(path)) record = { path, id, fields: {}, outer: record }
    else if (record) record.fields[`${path.slice(record.path.length + 1)}@id`] = id
  }
  const append = (more: string) => {
    if (text.length <= IMPORTED_HTML_LENGTH_MAX) text += more.slice(0, IMPORTED_HTML_LENGTH_MAX + 1)
  }
  parser.ontext = append
  parser.oncdata = append
  parser.onclosetag = () => {
    const path = names.join('/')
    if (record?.path === path) {
      ended.push(record)
      record = record.outer
    } else if (record) record.fields[path.slice(record.path.length + 1)] = text
    names.pop()
    text = ''
  }
  for await (const piece of streamFileText(file, onBytes)) {
    parser.write(piece)
    yield* ended
    ended = []
  }
  parser.close()
  if (isEmpty) fail('it is empty')
  yield* ended
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
