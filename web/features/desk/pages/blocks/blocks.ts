/** A field of the form in which an author fills in a block. */
export interface BlockField {
  name: string
  label: string
  hint?: string
  /** The kind of field. `lines` is for a text of several lines. A list of values and labels is for a choice. */
  kind: 'text' | 'lines' | 'number' | readonly (readonly [value: string, label: string])[]
  isOptional?: true
  /** The initial value. */
  start?: string
}

/** A part of an article that the `/` menu and the toolbar of the editor can insert. */
export interface InsertableBlock {
  name: string
  /** The description beside the name in the menu. */
  about: string
  /** Additional words by which the menu finds the block, separated by spaces. */
  words?: string
  /** Without fields, the block is inserted at once; otherwise a form opens first. */
  fields?: readonly BlockField[]
  /**
   * Returns the Markdown of the block, in which `‸` marks the position of the cursor.
   * @param values the values of the fields, by name; empty without fields
   */
  write: (values: Readonly<Record<string, string>>) => string
}

/** Escapes text that MDX would read as code. */
const toText = (text = ''): string => text.trim().replace(/[{<]/g, '\\$&')

/** Returns an attribute of a component with a literal value; an empty string for an empty value. */
const attribute = (name: string, value = ''): string => {
  const text = value.trim().replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return text && ` ${name}="${text}"`
}

const prefixLines = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((line) => `${prefix}${line}`.trimEnd())
    .join('\n')

const callouts = [
  ['NOTE', 'Note'],
  ['TIP', 'Tip'],
  ['IMPORTANT', 'Important'],
  ['WARNING', 'Warning'],
  ['CAUTION', 'Caution'],
] as const

const features = ['accounts', 'comments', 'newsletter', 'push', 'ordering', 'run'].map((name) => [name, name] as const)

const words = { name: 'text', label: 'Text', kind: 'lines' } as const

/** Returns a Markdown table with empty cells. The cursor is in the first cell. */
function writeTable(columns: number, rows: number): string {
  const row = (cell: string) => `| ${Array.from({ length: columns }, () => cell).join(' | ')} |`
  return [row('   ').replace('   ', ' ‸  '), row('---'), ...Array.from({ length: rows }, () => row('   '))].join('\n')
}

const clamp = (text: string | undefined, max: number): number =>
  Math.min(max, Math.max(1, Math.round(Number(text)) || 1))

/** The blocks that an author can insert. Blocks that are plain Markdown come first. */
export const insertableBlocks: readonly InsertableBlock[] = [
  { name: 'Heading', about: 'A section, in “On this page”', words: 'h2 title', write: () => '## ‸' },
  { name: 'Small heading', about: 'A part of a section', words: 'h3', write: () => '### ‸' },
  { name: 'Bulleted list', about: 'Items with dots', words: 'ul', write: () => '- ‸' },
  { name: 'Numbered list', about: 'Items with numbers', words: 'ol steps', write: () => '1. ‸' },
  {
    name: 'Table',
    about: 'Columns with a heading each',
    words: 'grid',
    fields: [
      { name: 'columns', label: 'Columns', kind: 'number', start: '3' },
      { name: 'rows', label: 'Rows', kind: 'number', start: '2' },
    ],
    write: ({ columns, rows }) => writeTable(clamp(columns, 12), clamp(rows, 50)),
  },
  {
    name: 'Code',
    about: 'Coloured by its language',
    words: 'pre program',
    fields: [
      {
        name: 'language',
        label: 'Language',
        hint: 'Such as js, rust or bash. Empty: plain text.',
        kind: 'text',
        isOptional: true,
      },
      { name: 'title', label: 'Title', kind: 'text', isOptional: true },
      { name: 'marked', label: 'Marked lines', hint: 'Such as 2,4-6', kind: 'text', isOptional: true },
    ],
    write: ({ language = '', title, marked = '' }) => {
      const lines = marked.replace(/[^\d,-]/g, '')
      return `\`\`\`${language.trim()}${lines && ` {${lines}}`}${attribute('title', title)}\n‸\n\`\`\``
    },
  },
  { name: 'Quotation', about: 'Words of somebody else', words: 'blockquote', write: () => '> ‸' },
  {
    name: 'Callout',
    about: 'A note, tip or warning in a box',
    words: 'note tip important warning caution alert',
    fields: [{ name: 'kind', label: 'Kind', kind: callouts, start: 'NOTE' }, words],
    write: ({ kind, text }) => `> [!${kind}]\n${prefixLines(toText(text), '> ')}`,
  },
  { name: 'Divider', about: 'A line between two parts', words: 'hr rule', write: () => '---\n\n‸' },
  { name: 'Formula', about: 'Mathematics, written for KaTeX', words: 'math latex', write: () => '$$\n‸\n$$' },
  {
    name: 'Serious warning',
    about: 'Warns of damage to people or things',
    words: 'danger',
    fields: [words],
    write: ({ text }) => `<Warning>\n${toText(text)}\n</Warning>`,
  },
  {
    name: 'Keys',
    about: 'Keys of a keyboard',
    words: 'shortcut kbd',
    fields: [{ name: 'keys', label: 'Keys', hint: 'Such as Ctrl + K, Ctrl + C', kind: 'text' }],
    write: ({ keys }) => `<Keys>${toText(keys)}</Keys>`,
  },
  {
    name: 'Post of another site',
    about: 'Copied words with their author',
    words: 'quote tweet mastodon embed',
    fields: [
      { name: 'by', label: 'Author', kind: 'text' },
      words,
      { name: 'from', label: 'Address', hint: 'With https://', kind: 'text', isOptional: true },
      { name: 'date', label: 'Date', hint: 'Such as 2026-11-21', kind: 'text', isOptional: true },
    ],
    write: ({ by, text, from, date }) =>
      `<Quote${attribute('by', by)}${attribute('from', from)}${attribute('date', date)}>\n${toText(text)}\n</Quote>`,
  },
  {
    name: 'Only with a feature',
    about: 'Words that a site without the feature leaves out',
    words: 'if condition',
    fields: [{ name: 'feature', label: 'Feature', kind: features, start: 'comments' }],
    write: ({ feature }) => `<If ${feature}>\n\n‸\n\n</If>`,
  },
]

/** Returns the blocks that match a search. Blocks whose name begins with the search come first. */
export function searchInsertableBlocks(search: string): InsertableBlock[] {
  const wanted = search.trim().toLowerCase()
  const rank = ({ name, words = '' }: InsertableBlock) => {
    const lower = name.toLowerCase()
    if (lower.startsWith(wanted)) return 0
    return `${lower} ${words}`.split(' ').some((word) => word.startsWith(wanted)) ? 1 : 2
  }
  return insertableBlocks.filter((block) => rank(block) < 2).sort((one, other) => rank(one) - rank(other))
}
