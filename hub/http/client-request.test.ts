import { expect, it } from 'vitest'
import { parseCookies } from './client-request.ts'

it.each([
  ['', []],
  [
    'a=1; b=2',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    'a=1;b=2;',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['a=first; a=second', [['a', 'first']]],
  ['a=b=c', [['a', 'b=c']]],
  [
    'a="quoted"; b=',
    [
      ['a', 'quoted'],
      ['b', ''],
    ],
  ],
  [
    'a=%C3%A9t%C3%A9; b=100%',
    [
      ['a', 'été'],
      ['b', '100%'],
    ],
  ],
  ['no value; a=1', [['a', '1']]],
  ['__proto__=1', [['__proto__', '1']]],
])('parses the Cookie header %j', (header, cookies) => {
  expect([...parseCookies(header)]).toEqual(cookies)
})
