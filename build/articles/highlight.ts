import { transformerNotationDiff, transformerRemoveNotationEscape } from '@shikijs/transformers'
import type { ElementContent } from 'hast'
import { createHighlighterCore, type HighlighterCore, type ShikiTransformer, type ThemeRegistration } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { bundledLanguages, bundledLanguagesInfo } from 'shiki/langs'
import { findNearestNames } from '#contract/nearest-names.ts'

/**
 * Maps TextMate scopes to class names. The colours are in web/articles/code.css, because the content security policy
 * forbids inline styles.
 */
const kinds = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'punctuation.definition.string', 'string.quoted.double.xml', 'string.quoted.single.xml'],
  keyword: ['keyword', 'storage', 'entity.name.tag', 'punctuation.definition.tag'],
  variable: ['variable', 'support.variable', 'meta.attribute', 'entity.other.attribute-name'],
  function: ['entity.name.function', 'support.function', 'markup.heading'],
  constant: ['constant', 'support.type', 'support.class', 'entity.name.type'],
  added: ['markup.inserted', 'punctuation.definition.inserted'],
  removed: ['markup.deleted', 'punctuation.definition.deleted'],
} as const

/** Shiki themes need a colour for each scope. So each kind gets a placeholder colour, which no page contains. */
const kindOfColour = new Map(Object.keys(kinds).map((kind, i) => [`#00000${i + 1}`, kind]))

const theme: ThemeRegistration = {
  name: 'kinds',
  type: 'dark',
  fg: '#000000',
  bg: '#ffffff',
  settings: [...kindOfColour].map(([foreground, kind]) => ({
    scope: [...kinds[kind as keyof typeof kinds]],
    settings: { foreground },
  })),
}

/** The language names for code that is not highlighted. */
const plainNames = ['text', 'txt', 'plain', 'plaintext']

/** All language names that an article may use. */
export const allowedLanguageNames: readonly string[] = [...Object.keys(bundledLanguages), ...plainNames]

/** Returns the display name of a language, such as “C#” for `cs`; undefined when no language has this name. */
export function findLanguageLabel(language: string): string | undefined {
  if (plainNames.includes(language)) return 'Text'
  return bundledLanguagesInfo.find(({ id, aliases = [] }) => id === language || aliases.includes(language))?.name
}

/**
 * Returns the language of a file such as `task.xml?code` or `app.conf?code=ini`: the query's value, or the extension.
 */
export function detectFileLanguage(source: string): string {
  const [file = '', query = ''] = source.split('?')
  return (query.split('=')[1] ?? file.replace(/^.*[./]/, '')).toLowerCase()
}

/** Returns the error message for an unknown language, with the most similar names. */
export const describeUnknownLanguage = (language: string): string =>
  `${language} is not a language of code. The nearest names are ${findNearestNames(language, allowedLanguageNames).join(', ')}; the language text is not highlighted.`

let loading: Promise<HighlighterCore> | undefined

/** Loads a language and returns the highlighter. Loads no other language, because loading all of them takes seconds. */
async function loadLanguage(language: string): Promise<HighlighterCore> {
  loading ??= createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine() })
  const highlighter = await loading
  const load = bundledLanguages[language as keyof typeof bundledLanguages]
  if (load && !highlighter.getLoadedLanguages().includes(language)) await highlighter.loadLanguage(await load())
  return highlighter
}

/**
 * Gives each token the class of its kind. Wraps added lines in `ins`, removed lines in `del`, marked lines in `mark`.
 */
const classesInsteadOfStyles = (marked: ReadonlySet<number>): ShikiTransformer => ({
  name: 'classes',
  span(node, _line, _column, _lineElement, token) {
    const kind = kindOfColour.get(token.color?.toLowerCase() ?? '')
    node.properties = kind ? { className: [`code-${kind}`] } : {}
  },
  // This transformer is the last in the list. The others have already marked lines and removed the comments.
  code(node) {
    const lines = node.children.filter((line) => line.type === 'element')
    node.children = lines.flatMap((line, i): ElementContent[] => {
      const parts = line.children.flatMap((part) =>
        part.type === 'element' && !part.properties.className ? part.children : part,
      )
      const names = [line.properties.className, line.properties.class].flat().join(' ')
      const tagName = /\badd\b/.test(names) ? 'ins' : /\bremove\b/.test(names) ? 'del' : marked.has(i + 1) ? 'mark' : ''
      // Shiki removes the comment `[!code ++]`, but not the space before the comment.
      const last = parts.at(-1)
      if (tagName && last?.type === 'text') last.value = last.value.trimEnd()
      const end = i < lines.length - 1 ? [{ type: 'text' as const, value: '\n' }] : []
      const all = joinTexts([...parts, ...end])
      return tagName ? [{ type: 'element', tagName, properties: {}, children: all }] : all
    })
    node.children = joinTexts(node.children)
  },
})

/** Joins neighbouring text nodes, because each text node becomes a separate string in the script of the page. */
function joinTexts(nodes: ElementContent[]): ElementContent[] {
  const joined: ElementContent[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { ...last, value: last.value + node.value }
    else if (node.type !== 'text' || node.value !== '') joined.push(node)
  }
  return joined
}

/**
 * The highlighted blocks by their input. The bundles of the browser and of the renderer contain the same blocks.
 * Because of this map, each block is highlighted only once.
 */
const results = new Map<string, Promise<ElementContent[]>>()

/**
 * Highlights code with a `span` and a class for each token. Lines with `[!code ++]` or `[!code --]` in a comment become
 * `ins` and `del`.
 * @param language a name of `allowedLanguageNames`
 * @param marked the numbers of the lines that become `mark`; the first line is 1
 * @returns the content of the `code` element
 */
export function highlightCodeToHast(
  code: string,
  language: string,
  marked: readonly number[] = [],
): Promise<ElementContent[]> {
  const key = JSON.stringify([code, language, marked])
  const result = results.get(key) ?? highlightAnew(code, language, marked)
  results.set(key, result)
  return result
}

async function highlightAnew(code: string, language: string, marked: readonly number[]): Promise<ElementContent[]> {
  const highlighter = await loadLanguage(language)
  const { children } = highlighter.codeToHast(code, {
    lang: plainNames.includes(language) ? 'text' : language,
    theme: 'kinds',
    // Sets no time limit. On a busy machine, a limit would leave lines half highlighted, so the prerendered HTML could
    // differ from the code block that the browser renders.
    tokenizeTimeLimit: 0,
    transformers: [
      transformerNotationDiff({ classLineAdd: 'add', classLineRemove: 'remove' }),
      transformerRemoveNotationEscape(),
      classesInsteadOfStyles(new Set(marked)),
    ],
  })
  const [block] = children
  const [content] = block?.type === 'element' ? block.children : []
  return content?.type === 'element' ? content.children : []
}
