/** A part of a line of a comment. */
export type InlineNode =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'code'; text: string }
  | { type: 'strong' | 'emphasis'; children: InlineNode[] }
  /** `href` begins with http:// or https://. `bare`: the text of the link is the URL as typed. */
  | { type: 'link'; href: string; bare: boolean; children: InlineNode[] }

/** A block of a comment. */
export type BlockNode =
  | { type: 'paragraph'; children: InlineNode[] }
  | { type: 'codeBlock'; text: string }
  | { type: 'quote'; children: BlockNode[] }
  /** `start`: the number of the first item of an ordered list. */
  | { type: 'list'; ordered: boolean; start: number; items: BlockNode[][] }
