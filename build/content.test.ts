import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readVisiblePages } from './content.ts'
import { hashSources } from './fingerprint.ts'

test('hidden files and folders, such as those of an editor, are neither pages nor sources', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hidden-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (file: string, text: string) => {
    mkdirSync(path.join(folder, 'content', path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, 'content', file), text)
  }
  const page = '---\npath: /a-page\ntitle: A page\ndescription: D\npublished: 2026-11-21\n---\n'
  write('a-page.mdx', page)
  const { sources } = hashSources(folder)
  write('.trash/a-page.mdx', page)
  write('._a-page.mdx', '\0\u0005\u0016\u0007')
  write('.obsidian/workspace.json', '{}')
  write('uploads/.0198.tmp', 'half a pict')
  expect(readVisiblePages(path.join(folder, 'content')).map(({ file }) => file)).toEqual(['a-page.mdx'])
  expect(hashSources(folder).sources).toBe(sources)
  write('uploads/picture.webp', 'a picture')
  expect(hashSources(folder).sources).not.toBe(sources)
})
