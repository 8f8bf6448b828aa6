import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ElementContent } from 'hast'
import type { CodeFileAsset, CodeToken } from '../../web/articles/code-file.tsx'
import { reuseOrMakeContent } from '../reused-files.ts'
import { detectFileLanguage, highlightCodeToHast } from './highlight.ts'
import type { ImportedFileWriter } from './imported-file-writer.ts'

const toParts = (node: ElementContent): CodeToken[] => {
  if (node.type === 'text') return [node.value]
  if (node.type !== 'element') return []
  const [name = ''] = Array.isArray(node.properties.className) ? node.properties.className : []
  const text = node.children.map((child) => ('value' in child ? child.value : '')).join('')
  return [[String(name).replace('code-', ''), text]]
}

/**
 * Highlights the file of `import task from './task.xml?code'` (web/articles/code-file.tsx), and writes the result
 * beside a copy of the file. Browsers then need no highlighter.
 * @param source the path with `?code`, or with `?code=ini` when the name of the file does not show its language
 */
export async function writeHighlightedCodeFile(source: string, output: ImportedFileWriter): Promise<CodeFileAsset> {
  const file = source.replace(/\?code.*$/, '')
  const text = (await readFile(file, 'utf8')).trimEnd()
  const language = detectFileLanguage(source)
  const parts = await reuseOrMakeContent('code', [text, language], async () =>
    Buffer.from(JSON.stringify((await highlightCodeToHast(text, language)).flatMap(toParts))),
  )
  const name = path.basename(file)
  return {
    file: await output.copyFile(file),
    name,
    parts: await output.writeFile(`${name}.json`, parts),
    lines: text.split('\n').length,
  }
}
