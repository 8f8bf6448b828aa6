const marks = [
  ['**strong**', 'strong'],
  ['*emphasis*', 'emphasis'],
  ['`code`', 'code in a line'],
  ['```', 'a line of these before and after a block of code'],
  ['> words', 'a quote'],
  ['- words', 'a list; 1. makes a numbered one'],
  ['[words](https://…)', 'a link; a bare address becomes one by itself'],
] as const

/** What a comment may be written with. */
export function FormattingHelp() {
  return (
    <details className="fold formatting-help">
      <summary>Formatting</summary>
      <dl className="stack facts" data-gap="small">
        {marks.map(([typed, words]) => (
          <div key={typed}>
            <dt>
              <code>{typed}</code>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p>Ctrl + Enter sends. What you write is kept in this browser until it is posted.</p>
    </details>
  )
}
