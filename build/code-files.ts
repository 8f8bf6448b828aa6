import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ElementContent } from 'hast'
import type { Plugin } from 'vite'
import type { CodeToken } from '../web/articles/code-file.tsx'
import { detectFileLanguage, highlightCode } from './articles/highlight.ts'
import { reuseOrMakeFile } from './reused-files.ts'

const toParts = (node: ElementContent): CodeToken[] => {
  if (node.type === 'text') return [node.value]
  if (node.type !== 'element') return []
  const [name = ''] = Array.isArray(node.properties.className) ? node.properties.className : []
  const text = node.children.map((child) => ('value' in child ? child.value : '')).join('')
  return [[String(name).replace('code-', ''), text]]
}

/** The prefix and the encoding hide the ending of the file from plugins that would compile it. */
const prefix = '\0code-file:'

/**
 * Handles `import task from './task.xml?code'`: see web/articles/code-file.tsx. The build highlights the file and
 * writes the result to a JSON file, so the browser needs no highlighter and no languages.
 */
export function codeFilePlugin(): Plugin {
  let isBuild = true
  return {
    name: 'code-file',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (source, importer = '') =>
      /\?code(=|$)/.test(source)
        ? prefix + encodeURIComponent(path.resolve(path.dirname(importer), source))
        : undefined,
    async load(id) {
      if (!id.startsWith(prefix)) return
      const source = decodeURIComponent(id.slice(prefix.length))
      const file = source.replace(/\?code.*$/, '')
      this.addWatchFile(file)
      const text = (await readFile(file, 'utf8')).trimEnd()
      const language = detectFileLanguage(source)
      const highlight = async () => Buffer.from(JSON.stringify((await highlightCode(text, language)).flatMap(toParts)))
      const parts = String(await (isBuild ? reuseOrMakeFile('code', [text, language], highlight) : highlight()))
      const name = path.basename(file)
      const address = isBuild
        ? `__VITE_ASSET__${this.emitFile({ type: 'asset', name: `${name}.json`, source: parts })}__`
        : `data:application/json,${encodeURIComponent(parts)}`
      const values = { name, parts: address, lines: text.split('\n').length }
      return `import file from ${JSON.stringify(`${file}?url`)}\nexport default { file, ...${JSON.stringify(values)} }`
    },
  }
}
