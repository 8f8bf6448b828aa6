import { expect, test } from 'vitest'
import { parseProcessStatus, sumProcessTreeKilobytes } from './memory.ts'

test('the memory of a process includes its own pages and shared memory, but not the code of its program', () => {
  const status =
    'Name:\tnode\nPid:\t12\nPPid:\t7\nVmRSS:\t  900 kB\nRssAnon:\t  300 kB\nRssFile:\t  500 kB\nRssShmem:\t  100 kB\n'
  expect(parseProcessStatus(status)).toEqual({ pid: 12, parent: 7, kilobytes: 400 })
})

test('the memory of a process includes that of all its descendants', () => {
  const processes = [
    { pid: 1, parent: 0, kilobytes: 1000 },
    { pid: 2, parent: 1, kilobytes: 20 },
    { pid: 3, parent: 2, kilobytes: 3 },
    { pid: 4, parent: 3, kilobytes: 5 },
    { pid: 5, parent: 1, kilobytes: 700 },
  ]
  expect(sumProcessTreeKilobytes(processes, 2)).toBe(28)
})
