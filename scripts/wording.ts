/** A comment, test title or name that breaks the rules of wording in CONTRIBUTING.md, "Rules". */
export interface WordingViolation {
  file: string
  text: string
  rule: string
}

/** The top-level folders whose files must follow the rules of wording. */
const rooms = ['bench', 'build', 'content', 'contract', 'e2e', 'hub', 'scripts', 'server', 'web']

const unclearStart = /^(Of|What|Whose|Who(?:m|ever)?)\b(?![^.]*\?)/
const title = /^\s*(?:test|describe)(?:\.\w+)*\(\s*(['"`])(?:S\d\.\d\d )*(.*?)\1/
/** Words that a standard technical term can replace, and adjectives, which do not say what they describe. */
const unclearNames =
  'deed|hush|belongings|courier|parcel|chores|looks|takeLook|settle|oddities|orAgain|holdKitchen|holdCustomer|relist|taps|wishes|vendor|words|kept|known|wanted|one|others|rest|together|typed'
const unclearExport = new RegExp(`^export (?:async )?(?:const|function|interface|type|class) (${unclearNames})\\b`, 'i')

/**
 * Finds three kinds of violations: a comment that starts with "Of", "What", "Who" or "Whose" and is no question; a test
 * title that starts with "of", "who" or "whose"; an exported name in `unclearNames`.
 * @param files the text of every source file, by its path relative to the root
 */
export function findWordingViolations(files: Record<string, string>): WordingViolation[] {
  return Object.entries(files)
    .filter(([file]) => rooms.includes(file.split('/')[0] ?? ''))
    .flatMap(([file, source]) => [
      ...commentsOf(source).flatMap((text) =>
        violation(file, text, unclearStart.test(text), 'a comment states its subject first'),
      ),
      ...source.split('\n').flatMap((line) => {
        const text = title.exec(line)?.[2] ?? ''
        const name = unclearExport.exec(line)?.[1] ?? ''
        return [
          ...violation(file, text, /^(of|whose|who)\b/i.test(text), 'a test title states the condition and the result'),
          ...violation(file, name, name !== '', 'an exported name says what it is'),
        ]
      }),
    ])
}

const violation = (file: string, text: string, isViolation: boolean, rule: string): WordingViolation[] =>
  isViolation ? [{ file, text, rule }] : []

/** Returns the start of each comment. A comment of several `//` lines counts once. */
function commentsOf(source: string): string[] {
  const lines = source.split('\n').map((line) => line.trim())
  return lines.flatMap((line, at) => {
    const isOpening = line === '/**' || line === '/*'
    if (line.startsWith('/*')) return [(isOpening ? (lines[at + 1] ?? '') : line).replace(/^(\/\*\*?|\*) ?/, '')]
    return line.startsWith('// ') && !lines[at - 1]?.startsWith('// ') ? [line.slice(3)] : []
  })
}
