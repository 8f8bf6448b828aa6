import { expect, test } from 'vitest'
import { LINK_ADDRESS_LENGTH_MAX } from '#contract/limits.ts'
import { Refusal } from './failures.ts'
import { parseLinkAddress } from './parse-link-address.ts'

const good = [
  'https://example.org',
  'HTTP://example.org:8080/a/b?c=d#e',
  'https://ハット.example/ä',
  'http://[::1]/',
  '/',
  '/ueber-mich?a=b#c',
  '/a//b',
  '/.well-known/x',
  '/a/...',
  '/a?b=../c',
  'https://example.org?a@b',
  '/tools/@someone',
  `/${'a'.repeat(LINK_ADDRESS_LENGTH_MAX - 1)}`,
]

const bad = [
  '',
  ' ',
  'ueber-mich',
  'example.org',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.org',
  'mailto:a@example.org',
  'blob:https://example.org/1',
  'https:example.org',
  'https:/example.org',
  'https:///example.org',
  'https://',
  'https://example .org',
  'https://name@example.org',
  'https://name:secret@example.org',
  'https://:secret@example.org',
  'https:\\\\example.org',
  '//example.org',
  '///example.org',
  '/\\example.org',
  '\\/example.org',
  '/\t/example.org',
  '/\n/example.org',
  '/.//example.org',
  '/a/..//example.org',
  '/..',
  '/a/%2E./b',
  'https://example.org:99999',
  'https://[',
  '/%2e//example.org',
  '/a b',
  '/a\0b',
  'https://example.org/\u202Egpj.exe',
  'https://example.org/\u200B',
  `/${'a'.repeat(LINK_ADDRESS_LENGTH_MAX)}`,
]

test.each(good)('a link may lead to %j', (address) => {
  expect(parseLinkAddress(` ${address}\n`)).toBe(address)
})

test.each(bad)('a link may not lead to %j', (address) => {
  const refusal = (() => {
    try {
      return parseLinkAddress(address)
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toBeInstanceOf(Refusal)
  expect((refusal as Refusal).code).toBe('link_invalid')
})
