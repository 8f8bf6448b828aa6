import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findWordingViolations } from './wording.ts'

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.css'],
  {
    encoding: 'utf8',
  },
)
// This file is not checked, because it quotes violations.
const files = listed
  .trim()
  .split('\n')
  .filter((file) => file !== 'scripts/wording.test.ts' && existsSync(file))

test('comments, test titles and exported names follow the rules of wording', () => {
  expect(findWordingViolations(Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
})

test.each([
  ['/** Of a credit note: its reason. */', 'a comment states its subject first'],
  ['/* What is chosen. */', 'a comment states its subject first'],
  ['/*\n * What is chosen. */', 'a comment states its subject first'],
  ['/** What a card costs. */', 'a comment states its subject first'],
  ['/**\n * Whose scripts may run.\n */', 'a comment states its subject first'],
  ["test('S4.05 whose order is gone', () => {})", 'a test title states the condition and the result'],
  ['export const wanted = 1', 'an exported name says what it is'],
])('reports the violation of the wording rules in %j', (source, rule) => {
  expect(findWordingViolations({ 'contract/x.ts': source }).map((violation) => violation.rule)).toEqual([rule])
})

test('does not report a comment that is a question, or a later line of a comment that begins with "of"', () => {
  const source = '// Who may read this?\n\n// The order\n// of the lines stays.\n// Of course.'
  expect(findWordingViolations({ 'contract/x.ts': source })).toEqual([])
})
