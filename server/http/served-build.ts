import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hasPathParameters } from '#contract/page-path.ts'
import { VERSION_HEADER } from '#contract/service-worker.ts'
import type { NewPage } from '#contract/version.ts'
import type { BuildOutput } from './build-output.ts'
import { findPageToAnnounce } from './new-pages.ts'
import type { HeaderFields } from './security-headers.ts'
import { readWebBuildFiles, type ServedFile, type WebBuildFiles } from './web-build-files.ts'

/**
 * The build that the server serves. A newer build replaces all its properties at once, so read them when they are
 * needed, or derive values with `computeOncePerBuild`.
 */
export interface ServedBuild extends Readonly<BuildOutput> {
  /** The security headers of pages, which allow the inline blocks of this build. */
  readonly security: HeaderFields
  readonly files: WebBuildFiles
  /** A new page that the previously served build did not have. */
  readonly newPage?: NewPage | undefined
  /** The files of assets/ by name. */
  readonly assets: ReadonlySet<string>
  /** The reply for each URL path without parameters: a file, or the path of a redirect. */
  readonly addresses: ReadonlyMap<string, ServedFile | string>
}

/**
 * Reads a build into memory.
 * @param headersOf returns the security headers for the inline blocks of a build
 * @returns the served build, and the function that replaces it by a newer build
 * @throws {StartError} when the build lacks a part; the served build stays as it is
 */
export function createServedBuild(first: BuildOutput, headersOf: (csp: BuildOutput['csp']) => HeaderFields) {
  const read = (build: BuildOutput): ServedBuild => {
    const security = headersOf(build.csp)
    const files = readWebBuildFiles(build.webDir, { ...security, [VERSION_HEADER]: build.version })
    const assets = readAssetNames(build.webDir)
    return { ...build, security, files, assets, addresses: addressesOf(files, build.pages) }
  }
  const served = read(first)
  const replace = (next: BuildOutput): void => {
    Object.assign(served, read(next), { newPage: findPageToAnnounce(served.pages, next.pages) })
  }
  return { served, replace }
}

/** Returns a function that computes a value from the served build, once for each build. */
export function computeOncePerBuild<B extends Pick<BuildOutput, 'version'>, T>(
  build: B,
  compute: (build: B) => T,
): () => T {
  let computed: { version: string; value: T } | undefined
  return () => {
    if (computed?.version !== build.version) computed = { version: build.version, value: compute(build) }
    return computed.value
  }
}

/** Lists the files of assets/, without hidden files and compressed copies. */
export function readAssetNames(webDir: string): ReadonlySet<string> {
  const names = new Set(readdirSync(join(webDir, 'assets')))
  const isCopy = (name: string) => /\.(br|gz)$/.test(name) && names.has(name.slice(0, -3))
  return new Set([...names].filter((name) => !name.startsWith('.') && !isCopy(name)))
}

function addressesOf({ byPath }: WebBuildFiles, pages: BuildOutput['pages']): ServedBuild['addresses'] {
  const former = new Map(pages.map(({ path, aliases }) => [path, aliases]))
  const addresses = new Map<string, ServedFile | string>()
  for (const path of byPath.keys())
    if (!hasPathParameters(path))
      for (const address of [...spellingsOf(path), ...(former.get(path) ?? []).flatMap(withAndWithoutSlash)])
        addresses.set(decodeURI(address), path)
  for (const [path, file] of byPath) if (!hasPathParameters(path)) addresses.set(decodeURI(path), file)
  return addresses
}

const withAndWithoutSlash = (path: string): string[] => [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`]

/** Returns the other spellings of a page's path; files with an extension have no other spellings. */
function spellingsOf(path: string): string[] {
  if (path === '/') return ['/index.html']
  return /\.[^/]*$/.test(path) ? [] : [`${path}/`, `${path}.html`]
}
