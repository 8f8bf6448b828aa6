import { createHighlighterCore, type HighlighterCore, type LanguageInput, type ThemeRegistration } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

/** The languages that articles may use. Bundling every language of Shiki would make the build take 19 s. */
const languages: Record<string, () => Promise<{ default: LanguageInput }>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
}

/** Maps TextMate scopes to class names. The colours are in code.css, because the content security policy forbids inline styles. */
const kinds = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'punctuation.definition.string', 'string.quoted.double.xml', 'string.quoted.single.xml'],
  keyword: ['keyword', 'storage', 'entity.name.tag', 'punctuation.definition.tag'],
  variable: ['variable', 'support.variable', 'meta.attribute', 'entity.other.attribute-name'],
  function: ['entity.name.function', 'support.function'],
  constant: ['constant', 'support.type', 'support.class', 'entity.name.type'],
} as const
export type TokenKind = keyof typeof kinds

/** Shiki themes need a colour for each scope, so each kind gets a placeholder colour that never reaches a page. */
const kindOfColour = new Map(Object.keys(kinds).map((kind, i) => [`#00000${i + 1}`, kind as TokenKind]))

const theme: ThemeRegistration = {
  name: 'kinds',
  type: 'dark',
  fg: '#000000',
  bg: '#ffffff',
  settings: [...kindOfColour].map(([foreground, kind]) => ({ scope: [...kinds[kind]], settings: { foreground } })),
}

export interface Token {
  text: string
  kind?: TokenKind | undefined
}

let loading: Promise<HighlighterCore> | undefined

/**
 * Splits code into lines of tokens: at build time for fenced blocks, in the browser for blocks with a source (S2.54).
 * @param language one of the listed languages; any other gives plain text
 */
export async function tokenise(code: string, language: string): Promise<Token[][]> {
  const load = languages[language]
  if (!load) return code.split('\n').map((text) => [{ text }])
  loading ??= createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine() })
  const highlighter = await loading
  if (!highlighter.getLoadedLanguages().includes(language)) await highlighter.loadLanguage((await load()).default)
  // No time limit: on a busy machine it would leave lines half highlighted, and the HTML would differ from the script.
  return highlighter
    .codeToTokensBase(code, { lang: language, theme: 'kinds', tokenizeTimeLimit: 0 })
    .map((line) =>
      line.map((token) => ({ text: token.content, kind: kindOfColour.get(token.color?.toLowerCase() ?? '') })),
    )
}
