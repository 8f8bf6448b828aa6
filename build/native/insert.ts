import { readFileSync, writeFileSync } from 'node:fs'

/** The start and end of a comment in each file format. */
const comments = { xml: ['<!-- ', ' -->'], swift: ['// ', ''] } as const

/**
 * Inserts named lines before the last match. Replaces the lines that an earlier run inserted under the same name,
 * so that a second run changes nothing. Keeps manual additions.
 * @throws when nothing matches
 */
export function insertLinesBefore(
  text: string,
  place: RegExp,
  { name, kind, lines }: { name: string; kind: keyof typeof comments; lines: string[] },
): string {
  const [open, close] = comments[kind]
  const [begin, end] = [`${open}npm run native: ${name}${close}`, `${open}end of ${name}${close}`]
  const start = text.indexOf(begin)
  const clean = start < 0 ? text : text.slice(0, start) + text.slice(text.indexOf(end) + end.length + 1)
  const at = [...clean.matchAll(new RegExp(place, 'g'))].at(-1)?.index
  if (at === undefined) throw new Error(`The template of Capacitor has changed: nothing in it is like ${place}.`)
  return `${clean.slice(0, at)}${begin}\n${lines.join('\n')}\n${end}\n${clean.slice(at)}`
}

/**
 * Replaces all matches in the text of a template.
 * @param replace returns the new text of a match, in which `$` has no special meaning
 * @throws when nothing matches
 */
export function replaceInTemplate(text: string, what: RegExp, replace: (match: string) => string): string {
  if (!what.test(text)) throw new Error(`The template of Capacitor has changed: nothing in it is like ${what}.`)
  return text.replace(new RegExp(what, 'g'), replace)
}

/** Replaces the text of a file by the result of `change`. */
export function editFile(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
