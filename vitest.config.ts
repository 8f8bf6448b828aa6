import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,hub,server,web,build,scripts}/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
  },
})
