import { type Document, LineCounter, parseDocument, visit } from 'yaml'

/** The result of parsing a text in YAML. */
export interface ParsedYaml {
  document: Document.Parsed
  /** The value of the text. Undefined when there are problems. */
  value: unknown
  /** Why the text cannot be read. */
  problems: { line: number; message: string }[]
  /** Returns the line of an offset in the text, counted from 1. */
  lineAt(offset: number): number
}

/** Parses a text in YAML. Never throws, and prints no warnings. */
export function parseYaml(text: string): ParsedYaml {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, logLevel: 'error' })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line
  const problems = document.errors.map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    message: message.split(' at line')[0] ?? message,
  }))
  // In YAML, *name is an alias of another value. Authors usually write * for emphasis, so the alias does not exist.
  visit(document, {
    Alias(_, alias) {
      if (!alias.resolve(document))
        problems.push({ line: lineAt(alias.range?.[0] ?? 0), message: `*${alias.source} refers to nothing` })
    },
  })
  if (problems.length > 0) return { document, value: undefined, problems, lineAt }
  try {
    return { document, value: document.toJS(), problems, lineAt }
  } catch (error) {
    // The library throws when a text has many aliases of aliases, because their value could fill the memory.
    return { document, value: undefined, problems: [{ line: 1, message: (error as Error).message }], lineAt }
  }
}
