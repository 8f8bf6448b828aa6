import { useEffect, useRef, useState } from 'react'
import { whenNear } from '../device/when-near.ts'
import { CodeBlock } from '../ui/code-block.tsx'

/** A part of highlighted code: plain text, or a text with the kind of its token. */
export type CodeToken = string | [kind: string, text: string]

/** The result of `import task from './task.xml?code'` (build/articles/code-files.ts). */
export interface CodeFileAsset {
  /** The URL of the file. */
  file: string
  /** The URL of a JSON file with the list of the highlighted parts. */
  parts: string
  name: string
  lines: number
}

interface CodeFileProps {
  src: CodeFileAsset
  /** The title of the block and the name of the downloaded file; by default the name in `src`. */
  name?: string
}

/** The text that is printed in place of a file that is not loaded. */
const unloadedNote = 'Not loaded. Scroll here, then print again.'

/** A code block that fetches its file when the reader scrolls near it (S2.54, S8.11). */
export function CodeFile({ src, name = src.name }: CodeFileProps) {
  const [loaded, setLoaded] = useState<CodeToken[]>()
  // “Loading…” and the line breaks take as many lines as the file, so that the text below does not move. The browser
  // shows no line after the last line break.
  const content = loaded ?? ['Loading…', '\n'.repeat(src.lines)]
  const place = useRef<HTMLElement>(null)

  useEffect(
    () => (place.current ? whenNear([place.current], '600px', () => loadParts(src.parts).then(setLoaded)) : undefined),
    [src.parts],
  )

  const download = (
    <a href={src.file} download={name}>
      {name}
    </a>
  )
  return (
    <CodeBlock title={download}>
      <code className="needs-scripts" data-print={loaded ? undefined : unloadedNote} data-app="near" ref={place}>
        {content.map((part, i) =>
          typeof part === 'string' ? (
            part
          ) : (
            <span key={i} className={`code-${part[0]}`}>
              {part[1]}
            </span>
          ),
        )}
      </code>
    </CodeBlock>
  )
}

/** Returns the parts of the file, or an error message. */
async function loadParts(address: string): Promise<CodeToken[]> {
  const nothing = ['✖ Error: File does not exist or is empty']
  try {
    const response = await fetch(address)
    if (!response.ok) return [`✖ Error ${response.status} while fetching file: ${response.statusText}`]
    const parts: CodeToken[] = await response.json()
    return parts.length > 0 ? parts : nothing
  } catch {
    return nothing
  }
}
