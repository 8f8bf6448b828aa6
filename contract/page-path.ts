/**
 * The path of a page may have parameters, as `/orders/:id`: one document stands for every address that matches. In files
 * and where no colon may stand a parameter is written `_id`.
 */
export const hasParameters = (path: string): boolean => path.includes('/:')

/** The file of a page's document, without its ending and the first slash. */
export const toDocumentName = (path: string): string => (path === '/' ? 'index' : path.slice(1).replaceAll('/:', '/_'))

/** The path of a page from that name: the opposite of `toDocumentName`. */
export const toPagePath = (name: string): string => (name === 'index' ? '/' : `/${name}`.replaceAll('/_', '/:'))

/** The parameters of an address by the page's path, decoded; null where it does not match. */
export function readPathParameters(pagePath: string, address: string): Record<string, string> | null {
  const wanted = pagePath.split('/')
  const given = address.split('/')
  if (wanted.length !== given.length) return null
  const parameters: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ''
    if (!part.startsWith(':')) {
      if (part !== value) return null
    } else if (value === '') return null
    else parameters[part.slice(1)] = decoded(value)
  }
  return parameters
}

/** Which of the pages an address means: the one of exactly this path, else one whose parameters take it. */
export const findPage = <P extends { path: string }>(pages: readonly P[], address: string): P | undefined =>
  pages.find(({ path }) => path === address) ??
  pages.find(({ path }) => hasParameters(path) && readPathParameters(path, address) !== null)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
