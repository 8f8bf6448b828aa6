import { createAdmin, type Reader, uniqueWord } from './readers.ts'
import { test as base } from './test.ts'

/** The `test` function for tests of the desk. Each test has its own admin. */
export const test = base.extend<{ admin: Reader }>({
  admin: async ({ request }, use) => use(await createAdmin(request, { name: `Ada ${uniqueWord()}` })),
})
