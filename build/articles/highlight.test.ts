import { expect, it, vi } from 'vitest'
import { allowedLanguageNames, findLanguageLabel, highlightCodeToHast } from './highlight.ts'

/** Highlights code and returns its elements as `tag.class`, with their texts. */
async function elementsOf(code: string, language: string, marked?: number[]) {
  const content = await highlightCodeToHast(code, language, marked)
  return content.flatMap((node) => {
    if (node.type !== 'element') return []
    const [name] = Array.isArray(node.properties.className) ? node.properties.className : []
    return [[name ?? node.tagName, textOf(node)]]
  })
}

function textOf(node: object): string {
  if ('value' in node) return String(node.value)
  return 'children' in node ? (node.children as object[]).map(textOf).join('') : ''
}

it('highlights all tokens even when the highlighter takes minutes', async () => {
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 60_000
    return now
  })
  const names = (await elementsOf("$token = Read-Host 'Token'", 'powershell')).map(([name]) => name)
  expect(names).toEqual(['code-variable', 'code-keyword', 'code-function', 'code-string'])
  vi.restoreAllMocks()
})

it('accepts all language names of Shiki, and returns the display name for a language name', () => {
  expect(allowedLanguageNames.length).toBeGreaterThan(300)
  expect(['cs', 'py', 'bash', 'gdscript', 'rust', 'txt'].map(findLanguageLabel)).toEqual([
    'C#',
    'Python',
    'Shell',
    'GDScript',
    'Rust',
    'Text',
  ])
  expect(findLanguageLabel('pyhton')).toBeUndefined()
})

it('puts the given lines into mark elements, and keeps all line breaks for the Copy button', async () => {
  const code = 'one\ntwo\nthree\nfour'
  expect(await elementsOf(code, 'text', [2, 4])).toEqual([
    ['mark', 'two\n'],
    ['mark', 'four'],
  ])
  expect(textOf({ children: await highlightCodeToHast(code, 'text', [2, 4]) })).toBe(code)
})

it('shows a line with the comment [!code ++] as added and with [!code --] as removed, without the comment', async () => {
  const code = 'let speed = 1 // [!code --]\nlet speed = 2 // [!code ++]\nrun(speed)'
  const changes = (await elementsOf(code, 'js')).filter(([name]) => name === 'ins' || name === 'del')
  expect(changes).toEqual([
    ['del', 'let speed = 1\n'],
    ['ins', 'let speed = 2\n'],
  ])
})

it('gives the added and removed lines of a diff their own classes', async () => {
  const parts = await elementsOf('-old\n+new\n same', 'diff')
  expect(parts.map(([name, text]) => [name, text?.trim()])).toEqual([
    ['code-removed', '-old'],
    ['code-added', '+new'],
  ])
})
