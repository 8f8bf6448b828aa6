import { createAdmin, type Reader, uniqueWord } from './readers.ts'
import { test as base, newRequest } from './test.ts'

/** The test of the desk. */
export const test = base.extend<object, { admin: Reader }>({
  /** One admin for all tests of a worker. */
  admin: [
    async ({ playwright }, use, { project }) => {
      const request = await newRequest(playwright, project.use.baseURL)
      await use(await createAdmin(request, { name: `Ada ${uniqueWord()}` }))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})
