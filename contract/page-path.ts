/**
 * Returns whether the path of a page has parameters, such as `/orders/:id`. Such a page has one HTML document for all
 * URL paths that match. The file name of the document contains `_id` instead of `:id`.
 */
export const hasPathParameters = (path: string): boolean => path.includes('/:')

/** Returns the file name of a page's document, without extension and leading slash. */
export const pathToDocumentName = (path: string): string =>
  path === '/' ? 'index' : path.slice(1).replaceAll('/:', '/_')

/** Returns the path of the file with the text of a page. */
export const toPageTextPath = (pagePath: string): string => `/texts/${pathToDocumentName(pagePath)}.json`

/** Returns the path of a page from its document name; the inverse of `pathToDocumentName`. */
export const documentNameToPath = (name: string): string => (name === 'index' ? '/' : `/${name}`.replaceAll('/_', '/:'))

/**
 * Matches a URL path with the path of a page. Returns the decoded values of the parameters, or null when the URL path
 * does not match.
 */
export function readPathParameters(pagePath: string, address: string): Record<string, string> | null {
  const wanted = pagePath.split('/')
  // Each unknown path is compared with all routes, so a path of thousands of slashes must not be split whole.
  const given = address.split('/', wanted.length + 1)
  if (wanted.length !== given.length) return null
  const parameters: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ''
    if (!part.startsWith(':')) {
      if (part !== value) return null
    } else if (value === '') return null
    else parameters[part.slice(1)] = decodePercentEncoding(value)
  }
  return parameters
}

/**
 * Returns the page for a URL path. A page with exactly this path comes first, then a page with this alias, then a page
 * whose path has matching parameters.
 */
export const findPage = <P extends { path: string; aliases?: string[] | undefined }>(
  pages: readonly P[],
  address: string,
): P | undefined =>
  pages.find(({ path }) => path === address) ??
  pages.find(({ aliases }) => aliases?.includes(address)) ??
  pages.find(({ path }) => hasPathParameters(path) && readPathParameters(path, address) !== null)

/** Decodes the percent-encoding of a text. Returns a text with an invalid encoding unchanged. */
export function decodePercentEncoding(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns whether a path has one segment of lower-case words joined by hyphens, and can be the name of a file. The desk
 * requires such a path for a new page.
 */
export const isSingleSlugPath = (path: string): boolean =>
  path.startsWith('/') && pageFilePattern.test(`${path.slice(1)}.mdx`) && !path.includes('/', 1)

/**
 * Matches the name of a page's file below `content/`. The desk reads and writes only files with such a name. File
 * systems have names of at most 255 characters.
 */
export const pageFilePattern = /^(private\/)?(?!.{256})[a-z0-9]+(-[a-z0-9]+)*\.mdx$/

/** Returns the path of the shared preview of a draft. */
export const toSharedPreviewPath = (key: string): string => `/preview/${key}`

/** Returns the URL of the editor for the file of a page, or for the draft of a new page. */
export const toEditorPath = ({ file, draftId }: { file: string | null; draftId: string | null }): string =>
  `/desk/pages/edit?${file === null ? `draft=${draftId}` : `file=${encodeURIComponent(file)}`}`

/** Paths that no page may use, because the server uses them itself. `/home` is the key of the comments of `/`. */
const reservedPaths = [
  '/api',
  '/auth',
  '/comments',
  '/home',
  '/hub',
  '/notifications',
  '/pictures',
  '/preview',
  '/tools',
]

/** Returns whether a path, or the first segment of a path, is one that the server uses itself. */
export const isReservedPath = (path: string): boolean => reservedPaths.includes(path.split('/', 2).join('/'))

/** The paths of HTML files that the build itself writes: the home page, and the page for unknown addresses. */
export const reservedHtmlPaths: readonly string[] = ['/index', '/404']
