import { useEffect, useRef, useState } from 'react'
import { CodeBlock } from './code-block.tsx'
import type { Token } from './highlight.ts'

interface CodeFileProps {
  /** The address of the file. */
  src: string
  name: string
  language: string
}

/** A code block whose file is loaded and highlighted in the browser (S2.54, S8.11). */
export function CodeFile({ src, name, language }: CodeFileProps) {
  const [content, setContent] = useState<Token[][] | string>('Loading…')
  const place = useRef<HTMLElement>(null)

  useEffect(() => {
    let current = true
    // The highlighter is larger than the page, so it loads only when the reader scrolls near the block.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        loadFile(src, language).then((loaded) => current && setContent(loaded))
      },
      { rootMargin: '600px' },
    )
    if (place.current) observer.observe(place.current)
    return () => {
      current = false
      observer.disconnect()
    }
  }, [src, language])

  const download = (
    <a href={src} download={name}>
      {name}
    </a>
  )
  return (
    <CodeBlock title={download}>
      <code className="needs-scripts" data-app="near" ref={place}>
        {typeof content === 'string' ? content : content.map(renderLine)}
      </code>
    </CodeBlock>
  )
}

/** Returns the tokens of the file, or an error message. */
async function loadFile(src: string, language: string): Promise<Token[][] | string> {
  const nothing = '✖ Error: File does not exist or is empty'
  try {
    const [response, { tokenise }] = await Promise.all([fetch(src), import('./highlight.ts')])
    if (!response.ok) return `✖ Error ${response.status} while fetching file: ${response.statusText}`
    const text = await response.text()
    return text.trim() ? await tokenise(text.trimEnd(), language) : nothing
  } catch {
    return nothing
  }
}

function renderLine(line: Token[], number: number) {
  return (
    <span key={number}>
      {line.map(({ text, kind }, i) => (
        <span key={i} className={kind && `code-${kind}`}>
          {text}
        </span>
      ))}
      {'\n'}
    </span>
  )
}
