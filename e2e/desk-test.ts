import { createAdmin, type Reader, uniqueWord } from './readers.ts'
import { test as base } from './test.ts'

/** The test of the desk, with an admin of its own. */
export const test = base.extend<{ admin: Reader }>({
  admin: async ({ request }, use) => use(await createAdmin(request, { name: `Ada ${uniqueWord()}` })),
})
