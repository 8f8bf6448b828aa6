import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping'
import { LRUCache } from 'lru-cache'
import type { MappedStackFrame } from '#contract/reports.ts'
import type { BuildOutput } from '../../http/build-output.ts'
import { computeOncePerBuild } from '../../http/served-build.ts'

/** A stack frame with a position in the running code, as the browser or Node reports it. */
export type ReportedFrame = Pick<MappedStackFrame, 'file' | 'function' | 'line' | 'column'>
/** Maps the stack frames of a release to the source code, in the given order. Never throws. */
export type MapStackFrames = (frames: readonly ReportedFrame[], release: string) => Promise<MappedStackFrame[]>

/** The maximum number of source maps in memory. The map of a large bundle takes about 20 MB. */
const MAPS_KEPT = 3
/** The maximum number of stack frames that are shown with lines of source code; the innermost frames come first. */
const FRAMES_WITH_SOURCE = 10
const LINES_BEFORE = 2
const LINE_LENGTH_MAX = 200

interface Bundle {
  map: TraceMap
  lines: string[]
}

/**
 * Returns the function that maps stack frames to the source code. It reads each source map of the build when the map is
 * first needed. Only files of the build are read, and only for the running release. Frames of other releases are not
 * changed.
 */
export function createStackFrameMapper({ build, origins }: SourceMapOptions): MapStackFrames {
  const names = computeOncePerBuild(build, ({ dir }) => namesBelow(join(dir, 'maps')))
  const bundles = computeOncePerBuild(build, () => new LRUCache<string, Promise<Bundle | null>>({ max: MAPS_KEPT }))

  function bundleOf(key: string | null): Promise<Bundle | null> {
    if (key === null || !names().has(`${key}.map`)) return Promise.resolve(null)
    const bundle = bundles().get(key) ?? readBundle(build.dir, key, build.version).catch(() => null)
    bundles().set(key, bundle)
    return bundle
  }

  return async (frames, release) => {
    const placed: MappedStackFrame[] = []
    let withSource = 0
    for (const frame of frames) {
      const bundle = release === build.version ? await bundleOf(bundleName(frame.file)) : null
      const found = (bundle && placeIn(bundle, frame)) ?? unplaced(frame, origins)
      const shown = found.source !== null && withSource < FRAMES_WITH_SOURCE
      if (shown) withSource++
      placed.push(shown ? found : { ...found, source: null })
    }
    return placed
  }
}

export interface SourceMapOptions {
  build: Pick<BuildOutput, 'dir' | 'version'>
  origins: readonly string[]
}

function namesBelow(folder: string): Set<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return new Set(entries.map((name) => name.replaceAll('\\', '/')))
  } catch {
    // The server runs from its source files, or from a build without source maps.
    return new Set()
  }
}

/**
 * Returns the path of a frame's file within the build, such as dist/web/assets/menu-B4x_2a9Q.js; null for other files.
 */
function bundleName(file: string): string | null {
  const part = /^(?:file:\/\/)?\/.*\/(server\/[\w-]+\.cjs)$/.exec(file)?.[1]
  if (part) return part
  const path = /^[a-z]+:\/\//i.test(file) ? URL.parse(file)?.pathname : undefined
  return path === undefined ? null : `web${path}`
}

/**
 * Reads a bundle and its source map. @throws {Error} when a file is missing, or belongs to a newer build than the
 * running one
 */
async function readBundle(dir: string, key: string, version: string): Promise<Bundle> {
  const record = JSON.parse(await readFile(join(dir, 'build.json'), 'utf8')) as { version: string }
  if (record.version !== version) throw new Error('There is another build by now.')
  const [map, code] = await Promise.all([
    readFile(join(dir, 'maps', `${key}.map`), 'utf8'),
    readFile(join(dir, key), 'utf8'),
  ])
  return { map: new TraceMap(map), lines: code.split('\n') }
}

function placeIn(bundle: Bundle, { line, column, function: name }: ReportedFrame): MappedStackFrame | null {
  if (!line) return null
  const found = originalPositionFor(bundle.map, { line, column: Math.max(0, (column ?? 1) - 1) })
  if (found.source === null) return null
  const own = isOwn(found.source)
  return {
    function: nameOf(bundle, name, line, column ?? 1),
    file: found.source,
    line: found.line,
    column: found.column + 1,
    own,
    source: own ? linesAround(sourceContentFor(bundle.map, found.source), found.line) : null,
  }
}

/**
 * Returns the name of a function in the source code. The source map has the name at the declaration of the function. So
 * the declaration is searched in the minified code, backwards from the position. Names of properties, and names without
 * a declaration, are not changed.
 */
function nameOf({ map, lines }: Bundle, name: string, line: number, column: number): string {
  const short = name.replace(/^(async |new |Object\.)+/, '')
  if (!/^[\w$]+$/.test(short)) return name
  const escaped = short.replaceAll('$', '\\$')
  const declaration = new RegExp(
    `(?<=\\b(?:function\\*?|class)\\s+)${escaped}(?=[\\s({])|(?<![\\w$.])${escaped}(?==(?!=))`,
    'g',
  )
  const before = (lines[line - 1] ?? '').slice(0, column)
  const declared = [...before.matchAll(declaration)].at(-1)
  return (declared && originalPositionFor(map, { line, column: declared.index }).name) || name
}

function linesAround(content: string | null, line: number): MappedStackFrame['source'] {
  if (content === null) return null
  const first = Math.max(1, line - LINES_BEFORE)
  const lines = content.split('\n').slice(first - 1, line + LINES_BEFORE)
  return { first, lines: lines.map((text) => text.slice(0, LINE_LENGTH_MAX).toWellFormed()) }
}

/** The folder of the project: three levels above this source file, or two above the bundle of the server. */
const project = resolve(import.meta.dirname, import.meta.dirname.endsWith('reports') ? '../../..' : '../..')

/**
 * Returns whether a file is the site's own code. Database drivers do not count, because they only pass on the errors of
 * queries.
 */
const isOwn = (file: string): boolean =>
  !file.includes('node_modules/') && !/^server\/db\/(sqlite|postgres)\.ts$/.test(file)

function unplaced({ file, ...frame }: ReportedFrame, origins: readonly string[]): MappedStackFrame {
  const url = URL.parse(file)
  if (url && origins.includes(url.origin)) {
    return { ...frame, file: url.pathname.replace(/^\/(?=assets\/)/, ''), own: true, source: null }
  }
  const path = url?.protocol === 'file:' ? pathOf(url) : file
  if (path.startsWith(`${project}/`)) {
    const inProject = path.slice(project.length + 1)
    return { ...frame, file: inProject, own: isOwn(inProject), source: null }
  }
  return { ...frame, file, own: false, source: null }
}

function pathOf(url: URL): string {
  try {
    return fileURLToPath(url)
  } catch {
    return url.href
  }
}
