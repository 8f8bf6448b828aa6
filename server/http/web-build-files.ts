import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { documentNameToPath } from '#contract/page-path.ts'
import { INITIAL_DATA_ELEMENT_ID, type ServerRenderedPage } from '#contract/served-pages.ts'
import { createMissingBuildError } from './build-output.ts'
import type { Encoding } from './encoding.ts'
import { type HeaderFields, hstsHeaders, xmlSecurityHeaders } from './security-headers.ts'

/** One encoding of a file, with everything about it that needs to be computed only once. */
export interface Representation {
  readonly bytes: Buffer
  /** A strong entity tag (RFC 9110 8.8.3), different for each encoding. */
  etag: string
  headers: HeaderFields
  /** The headers in the form that Node writes fastest: names and values in one list. */
  rawHeaders: string[]
  /** `rawHeaders` and HSTS. */
  rawHeadersOverTls: string[]
  unchangedHeaders: HeaderFields
}

export interface ServedFile {
  readonly identity: Representation
  br?: Representation
  gzip?: Representation
}

export interface WebBuildFiles {
  /** The files by exact URL path: '/', '/about', '/feed.xml', '/og/about.png'. No other file is served. */
  byPath: ReadonlyMap<string, ServedFile>
  notFound: ServedFile
  /** The paths of the pages, without the paths of pictures, feeds and other files. */
  pages: string[]
}

const siblings = { br: '.br', gzip: '.gz' } as const

const contentTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.xml': 'application/xml; charset=utf-8',
}

/** Reads the web build, but not assets/, which are served from disk. @throws {StartError} when a page is missing */
export function readWebBuildFiles(webDir: string, security: HeaderFields): WebBuildFiles {
  const names = fileNames(webDir)
  const byPath = new Map<string, ServedFile>()
  for (const name of names) {
    if (name !== '404.html' && !isSibling(name)) byPath.set(pathOf(name), read(webDir, name, names, security))
  }
  if (!byPath.has('/') || !names.has('404.html')) throw createMissingBuildError(webDir)
  const pages = [...names].filter((name) => name.endsWith('.html') && name !== '404.html').map(pathOf)
  return { byPath, pages, notFound: read(webDir, '404.html', names, security) }
}

function fileNames(webDir: string): Set<string> {
  const list = (folder: string): string[] =>
    readdirSync(join(webDir, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = folder + entry.name
      if (name === 'assets' || entry.name.startsWith('.')) return []
      if (entry.isDirectory()) return list(`${name}/`)
      return entry.isFile() ? [name] : []
    })
  try {
    return new Set(list(''))
  } catch {
    throw createMissingBuildError(webDir)
  }
}

function isSibling(name: string): boolean {
  return Object.values(siblings).some((extension) => name.endsWith(extension))
}

function pathOf(name: string): string {
  return name.endsWith('.html') ? documentNameToPath(name.slice(0, -5)) : `/${name}`
}

function read(webDir: string, name: string, names: Set<string>, security: HeaderFields): ServedFile {
  const type = contentTypes[extname(name)] ?? 'application/octet-stream'
  const represent = (encoding: Encoding, file: string) =>
    representation(readFileSync(join(webDir, file)), type, encoding, security)
  const compressed: Omit<ServedFile, 'identity'> = {}
  for (const encoding of ['br', 'gzip'] as const) {
    const sibling = name + siblings[encoding]
    if (names.has(sibling)) compressed[encoding] = represent(encoding, sibling)
  }
  const { br } = compressed
  if (!br) return { ...compressed, identity: represent('identity', name) }
  // Few clients need the uncompressed bytes, which would take much memory, so the bytes are computed for each request.
  const decompress = () => brotliDecompressSync(br.bytes)
  let identity: Representation | undefined
  return {
    ...compressed,
    get identity() {
      identity ??= {
        ...representation(decompress(), type, 'identity', security),
        get bytes() {
          return decompress()
        },
      }
      return identity
    },
  }
}

/**
 * Fills a document of the build with a rendered page. The page loads its application at the first input of the user
 * (web/boot.ts).
 */
export function fillDocument(document: ServedFile, { html, head, first }: ServerRenderedPage): ServedFile {
  const { bytes, headers } = document.identity
  const data = JSON.stringify(first).replaceAll('<', '\\u003c')
  const text = bytes
    .toString()
    .replace(' data-app="now">', ' data-app="input">')
    .replace(/^<.* data-head>.*\n/gm, '')
    .replace('<style>', () => `${head}\n<style>`)
    .replace(
      /<div id="root">[\s\S]*<\/div>\s*<\/body>/,
      () =>
        `<div id="root">${html}</div>\n<script type="application/json" id="${INITIAL_DATA_ELEMENT_ID}">${data}</script>\n</body>`,
    )
  const { etag: _, 'content-length': __, 'content-type': type = '', 'content-encoding': ___, ...others } = headers
  const identity = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  return {
    identity: representation(identity, type, 'identity', others),
    br: representation(brotliCompressSync(identity, { params }), type, 'br', others),
  }
}

function representation(bytes: Buffer, type: string, encoding: Encoding, security: HeaderFields): Representation {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const etag = `"${digest}-${encoding}"`
  const unchangedHeaders: HeaderFields = {
    ...security,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    etag,
    ...(type.startsWith('application/xml') && xmlSecurityHeaders),
    // Social networks show the pictures of our pages on their own sites.
    ...(type.startsWith('image/') && { 'cross-origin-resource-policy': 'cross-origin' }),
  }
  const headers: HeaderFields = {
    ...unchangedHeaders,
    'content-type': type,
    'content-length': String(bytes.length),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  const rawHeaders = Object.entries(headers).flat()
  const rawHeadersOverTls = [...rawHeaders, ...Object.entries(hstsHeaders).flat()]
  return { bytes, etag, headers, rawHeaders, rawHeadersOverTls, unchangedHeaders }
}
