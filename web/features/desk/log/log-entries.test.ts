import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AuditLogEntry } from '#contract/desk.ts'
import { LogEntries } from './log-entries.tsx'

const wordsOf = (entry: Pick<AuditLogEntry, 'action' | 'target' | 'detail'> & { actor?: string }, toOne = false) =>
  renderToStaticMarkup(createElement(LogEntries, { entries: [{ id: '1', at: 0, actor: 'Ada', ...entry }], toOne }))
    .replace(/<time.*/, '')
    .replace(/<[^>]+>/g, '')

test.each([
  ['kitchen suspended', 'Diner', 'No certificate.', 'Ada suspended the kitchen Diner, because: No certificate.'],
  ['comment policy changed', '', 'every comment waits', 'Ada changed which comments wait: every comment waits'],
  ['notice deleted', 'Welcome', '', 'Ada deleted the notice Welcome'],
  ['application declined', 'Ann', '', 'Ada declined the application of Ann'],
] as const)('the log describes the action %s in a sentence', (action, target, detail, sentence) => {
  expect(wordsOf({ action, target, detail })).toBe(sentence)
})

test('the log names the command line as the actor', () => {
  const entry = { actor: 'the command line', action: 'password link made', target: 'Nora', detail: '' } as const
  expect(wordsOf(entry)).toBe('The command line made a link with which Nora chooses a new password')
})

test.each(['Nora', 'the command line'])(
  'when the actor of an entry “site claimed” is %s, the log names the link of the first start as the actor',
  (actor) => {
    expect(wordsOf({ actor, action: 'site claimed', target: 'Nora', detail: 'by the one-time link' })).toBe(
      'The link of the first start made Nora the first admin',
    )
  },
)

test('the log entries of one person say “this person” instead of the name', () => {
  expect(wordsOf({ action: 'banned', target: 'Sam', detail: 'Sold kettles' }, true)).toBe(
    'Ada banned this person, because: Sold kettles',
  )
})
