import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { type ArticleVFile, type EsmNode, hasFileBesidePage, reportAuthorError } from './article-file.ts'
import { describeUnknownLanguage, detectFileLanguage, findLanguageLabel } from './highlight.ts'

/** Reports imported files that do not exist, and files of code in an unknown language. */
export function remarkCheckImports() {
  return (tree: Root, file: ArticleVFile) => {
    visit(tree, 'mdxjsEsm', (node: unknown) => {
      for (const { source, loc } of (node as EsmNode).data?.estree?.body ?? []) {
        const address = source?.value
        if (typeof address !== 'string' || !address.startsWith('.')) continue
        if (!hasFileBesidePage(address.replace(/\?.*$/, ''), file))
          reportAuthorError(file, `${address.replace(/\?.*$/, '')} does not exist beside the page.`, loc?.start)
        else if (/\?code(=|$)/.test(address) && !findLanguageLabel(detectFileLanguage(address)))
          reportAuthorError(
            file,
            `${describeUnknownLanguage(detectFileLanguage(address))} Name it as in '${address.replace(/=.*$/, '')}=ini'.`,
            loc?.start,
          )
      }
    })
  }
}
