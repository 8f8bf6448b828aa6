import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { type ArticleVFile, hasFileBesidePage, reportAuthorError } from './article-file.ts'
import { describeUnknownLanguage, detectFileLanguage, findLanguageLabel } from './highlight.ts'

/** Reports imported files that do not exist, and files of code in an unknown language. */
export function remarkCheckImports() {
  return (tree: Root, file: ArticleVFile) => {
    visit(tree, 'mdxjsEsm', ({ data }) => {
      for (const statement of data?.estree?.body ?? []) {
        const address = 'source' in statement && statement.source?.value
        if (typeof address !== 'string' || !address.startsWith('.')) continue
        if (!hasFileBesidePage(address.replace(/\?.*$/, ''), file))
          reportAuthorError(
            file,
            `${address.replace(/\?.*$/, '')} does not exist beside the page.`,
            statement.loc?.start,
          )
        else if (/\?code(=|$)/.test(address) && !findLanguageLabel(detectFileLanguage(address)))
          reportAuthorError(
            file,
            `${describeUnknownLanguage(detectFileLanguage(address))} Name it as in '${address.replace(/=.*$/, '')}=ini'.`,
            statement.loc?.start,
          )
      }
    })
  }
}
