import { expect, test } from 'vitest'
import { formatFileSize } from './format-file-size.ts'

test('a size is shown in the largest unit of 1,024 that it reaches, at least in kilobytes', () => {
  const sizes = [0, 1, 1_024, 1_025, 340_400, 5 * 1024 ** 2, 1_234_567, 1.5 * 1024 ** 3, 3_000 * 1024 ** 4]
  expect(sizes.map(formatFileSize)).toEqual([
    '0 kB',
    '1 kB',
    '1 kB',
    '2 kB',
    '333 kB',
    '5 MB',
    '1.2 MB',
    '1.5 GB',
    '3000 TB',
  ])
})
