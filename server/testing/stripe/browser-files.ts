import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../../e2e/stripe')

/** The files of js.stripe.com and hooks.stripe.com that the double serves, by path. */
const files: Readonly<Record<string, string>> = {
  '/endive/stripe.js': 'stripe-script.ts',
  '/endive/card-fields.html': 'card-fields.html',
  '/endive/card-fields.js': 'card-fields.ts',
  '/3d_secure_2/hosted': 'bank-page.html',
  '/endive/bank-page.js': 'bank-page.ts',
}

/** Returns the reply for a file of js.stripe.com or hooks.stripe.com, or undefined for other paths. */
export function findStripeBrowserFile(path: string): { body: string; headers: Record<string, string> } | undefined {
  const file = files[path]
  if (file === undefined) return undefined
  const text = readFileSync(resolve(folder, file), 'utf8')
  return file.endsWith('.html')
    ? { body: text, headers: { 'content-type': 'text/html; charset=utf-8' } }
    : { body: runnable(text), headers: { 'content-type': 'text/javascript; charset=utf-8' } }
}

/** Converts a TypeScript module to a plain script, by removing its types and exports. The modules export only types. */
const runnable = (source: string): string =>
  `(() => {\n${stripTypeScriptTypes(source.replace(/^export \{\}$/m, '').replaceAll(/^export (?=interface|type)/gm, ''))}\n})()`
