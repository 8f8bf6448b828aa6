import { createAdmin, type Reader, uniqueWord } from './readers.ts'
import { test as base } from './test.ts'

/** The test of the desk. */
export const test = base.extend<object, { admin: Reader }>({
  /** One admin for all tests of a worker. */
  admin: [
    async ({ playwright }, use, { project, workerIndex }) => {
      const request = await playwright.request.newContext({
        baseURL: project.use.baseURL ?? '',
        extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${workerIndex % 256}` },
      })
      await use(await createAdmin(request, { name: `Ada ${uniqueWord()}` }))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})
