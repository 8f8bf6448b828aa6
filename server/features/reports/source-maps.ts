import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping'
import { LRUCache } from 'lru-cache'
import type { StackFrame } from '#contract/reports.ts'
import type { BuildOutput } from '../../http/build-output.ts'

/** A place as the engine says it. */
export type SentFrame = Pick<StackFrame, 'file' | 'function' | 'line' | 'column'>
/** Says where places of a release are in the source: in the order that they are given in. Never fails. */
export type PlaceFrames = (frames: readonly SentFrame[], release: string) => Promise<StackFrame[]>

/** The map of a large bundle takes some 20 MB when it is read. */
const MAPS_KEPT = 3
/** Of each exception, the innermost own places come with the lines around them. */
const FRAMES_WITH_SOURCE = 10
const LINES_BEFORE = 2
const LINE_LENGTH_MAX = 200

/** A bundle and its map. */
interface Bundle {
  map: TraceMap
  lines: string[]
}

/**
 * Finds places in the source by the maps of the build, which are read when they are first needed. Only what is in its
 * folder can be asked for, and only for the release that is running: another one's frames stay as they came.
 */
export function sourceMaps({ dir, version, origins }: SourceMapOptions): PlaceFrames {
  let names: Set<string> | undefined
  const bundles = new LRUCache<string, Promise<Bundle | null>>({ max: MAPS_KEPT })

  function bundleOf(key: string | null): Promise<Bundle | null> {
    names ??= namesBelow(join(dir, 'maps'))
    if (key === null || !names.has(`${key}.map`)) return Promise.resolve(null)
    const bundle = bundles.get(key) ?? readBundle(dir, key, version).catch(() => null)
    bundles.set(key, bundle)
    return bundle
  }

  return async (frames, release) => {
    const placed: StackFrame[] = []
    let withSource = 0
    for (const frame of frames) {
      const bundle = release === version ? await bundleOf(bundleName(frame.file)) : null
      const found = (bundle && placeIn(bundle, frame)) ?? asItCame(frame, origins)
      const shown = found.source !== null && withSource < FRAMES_WITH_SOURCE
      if (shown) withSource++
      placed.push(shown ? found : { ...found, source: null })
    }
    return placed
  }
}

export interface SourceMapOptions extends Pick<BuildOutput, 'version'> {
  /** Where the build is. */
  dir: string
  origins: readonly string[]
}

function namesBelow(folder: string): Set<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return new Set(entries.map((name) => name.replaceAll('\\', '/')))
  } catch {
    // Served from the sources, or from a build of somebody else's.
    return new Set()
  }
}

/** Returns where the build has the file of a frame, such as dist/web/assets/menu-B4x_2a9Q.js, below its folder. */
function bundleName(file: string): string | null {
  if (/^(file:\/\/)?\/.*\/server\/main\.js$/.test(file)) return 'server/main.js'
  const path = /^[a-z]+:\/\//i.test(file) ? URL.parse(file)?.pathname : undefined
  return path === undefined ? null : `web${path}`
}

/** @throws {Error} when they are not there, or belong to a build that has taken the place of the running one */
async function readBundle(dir: string, key: string, version: string): Promise<Bundle> {
  const record = JSON.parse(await readFile(join(dir, 'build.json'), 'utf8')) as { version: string }
  if (record.version !== version) throw new Error('There is another build by now.')
  const [map, code] = await Promise.all([
    readFile(join(dir, 'maps', `${key}.map`), 'utf8'),
    readFile(join(dir, key), 'utf8'),
  ])
  return { map: new TraceMap(map), lines: code.split('\n') }
}

function placeIn(bundle: Bundle, { line, column, function: name }: SentFrame): StackFrame | null {
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
 * The name that a function has in the source. The map knows it where the function is declared, so that is looked for:
 * before the place, in what the minifier wrote. What is a property's name, or nowhere to be found, is as it came.
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

function linesAround(content: string | null, line: number): StackFrame['source'] {
  if (content === null) return null
  const first = Math.max(1, line - LINES_BEFORE)
  const lines = content.split('\n').slice(first - 1, line + LINES_BEFORE)
  return { first, lines: lines.map((text) => text.slice(0, LINE_LENGTH_MAX).toWellFormed()) }
}

/** This file is three folders below the project, and its bundle two. */
const project = resolve(import.meta.dirname, import.meta.dirname.endsWith('reports') ? '../../..' : '../..')

/** Whether a file is the site's own. The drivers of databases only hand on what a query of others failed with. */
const isOwn = (file: string): boolean =>
  !file.includes('node_modules/') && !/^server\/db\/(sqlite|postgres)\.ts$/.test(file)

function asItCame({ file, ...frame }: SentFrame, origins: readonly string[]): StackFrame {
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
