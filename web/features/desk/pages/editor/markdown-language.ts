import { deleteMarkupBackward, insertNewlineContinueMarkup, markdownLanguage } from '@codemirror/lang-markdown'
import {
  codeFolding,
  foldEffect,
  foldKeymap,
  Language,
  LanguageSupport,
  syntaxHighlighting,
} from '@codemirror/language'
import { type EditorState, type Extension, Prec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { classHighlighter, tagHighlighter, tags } from '@lezer/highlight'
import type { MarkdownConfig, MarkdownParser } from '@lezer/markdown'
import { readFrontMatter } from '../source/front-matter.ts'

/**
 * Parses the lines between two `---` at the start as front matter. Plain Markdown would parse these lines as a heading.
 */
const frontMatter: MarkdownConfig = {
  defineNodes: [{ name: 'FrontMatter', block: true, style: tags.meta }],
  parseBlock: [
    {
      name: 'FrontMatter',
      before: 'HorizontalRule',
      parse(context, line) {
        if (context.lineStart !== 0 || line.text.trimEnd() !== '---') return false
        while (context.nextLine() && line.text.trimEnd() !== '---');
        const end = context.lineStart + line.text.length
        context.nextLine()
        context.addElement(context.elt('FrontMatter', 0, end))
        return true
      },
    },
  ],
}

const parser = (markdownLanguage.parser as MarkdownParser).configure(frontMatter)
const language = new Language(markdownLanguage.data, parser, [], 'markdown')

/**
 * The language support for Markdown with front matter: syntax colours, Enter in lists, and folding of the front matter.
 */
export const markdownExtension: Extension = [
  new LanguageSupport(language),
  syntaxHighlighting(classHighlighter),
  syntaxHighlighting(tagHighlighter([{ tag: tags.monospace, class: 'tok-monospace' }])),
  codeFolding({ placeholderText: ' title, path and other settings …' }),
  Prec.high(
    keymap.of([
      { key: 'Enter', run: insertNewlineContinueMarkup },
      { key: 'Backspace', run: deleteMarkupBackward },
    ]),
  ),
  keymap.of(foldKeymap),
]

/**
 * Returns the range to fold: the front matter without its first three characters. Null when there is no front matter.
 */
export function findFrontMatterFoldRange(state: EditorState): { from: number; to: number } | null {
  const { end } = readFrontMatter(state.doc.toString())
  return end > 4 ? { from: 3, to: state.doc.lineAt(end - 1).to } : null
}

/** Folds the front matter, because the settings form shows its values. */
export function foldFrontMatter(view: EditorView): void {
  const range = findFrontMatterFoldRange(view.state)
  if (range) view.dispatch({ effects: foldEffect.of(range) })
}
