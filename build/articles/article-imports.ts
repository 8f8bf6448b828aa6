import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { findNearestNames } from '#contract/nearest-names.ts'
import { componentAttributes } from '../../contract/article-components.ts'
import {
  type ArticleFile,
  type EsmNode,
  type JsxAttribute,
  type JsxElement,
  reportAuthorError,
} from './article-file.ts'
import { describeUnknownLanguage, detectFileLanguage, findLanguageLabel } from './highlight.ts'

/** Reports imported files that do not exist, components that do not exist, and components that lack an attribute. */
export function remarkImports() {
  return (tree: Root, file: ArticleFile) => {
    const exists = (source: string) => existsSync(path.join(path.dirname(file.path), source.replace(/\?.*$/, '')))
    let code = ''
    visit(tree, 'mdxjsEsm', (node: unknown) => {
      const { value, data } = node as EsmNode
      code += value
      for (const { source, loc } of data?.estree?.body ?? []) {
        const address = source?.value
        if (typeof address !== 'string' || !address.startsWith('.')) continue
        if (!exists(address))
          reportAuthorError(file, `${address.replace(/\?.*$/, '')} does not exist beside the page.`, loc?.start)
        else if (/\?code(=|$)/.test(address) && !findLanguageLabel(detectFileLanguage(address)))
          reportAuthorError(
            file,
            `${describeUnknownLanguage(detectFileLanguage(address))} Name it as in '${address.replace(/=.*$/, '')}=ini'.`,
            loc?.start,
          )
      }
    })
    visit(tree, (node) => {
      if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return
      const { name, attributes } = node as JsxElement
      if (!name || !/^[A-Z]/.test(name) || new RegExp(`\\b${name}\\b`).test(code)) return
      const needed = componentAttributes[name]
      if (!needed) {
        const nearest = findNearestNames(name, Object.keys(componentAttributes)).join(', ')
        return void reportAuthorError(file, `<${name}> is not a component. The nearest names are ${nearest}.`, node)
      }
      if (attributes.some(({ type }) => type === 'mdxJsxExpressionAttribute')) return
      const missing = needed.filter((one) => !attributes.some((attribute) => attribute.name === one))
      if (missing.length > 0) reportAuthorError(file, `<${name}> needs ${missing.join(' and ')}.`, node)
      if (name === 'Quote') for (const error of findQuoteErrors(attributes)) reportAuthorError(file, error, node)
    })
  }
}

function findQuoteErrors(attributes: JsxAttribute[]): string[] {
  const read = (name: string) => attributes.find((attribute) => attribute.name === name)?.value
  const [from, date] = [read('from'), read('date')]
  return [
    ...(typeof from === 'string' && !URL.canParse(from) ? [`${from} is no address. Write it with https://.`] : []),
    ...(typeof date === 'string' && Number.isNaN(Date.parse(date))
      ? [`${date} is no date. Write it as 2026-11-21.`]
      : []),
  ]
}
