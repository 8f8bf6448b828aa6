import { test } from 'vitest'

test.fails.each(['warn', 'error'] as const)('a test fails when the code writes to console.%s', (level) =>
  console[level]('A message'),
)
