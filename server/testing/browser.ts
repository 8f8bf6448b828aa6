import { origins } from './origins.ts'
import type { TestSite } from './site.ts'

export interface TestBrowser {
  /** The cookies of the browser, by name. */
  cookies: Map<string, string>
  /** Makes a call as a page of the site does, with the cookies of the browser. */
  call: TestSite['call']
  /** Returns the Cookie header of the browser. */
  cookie: () => string
}

/** Opens a browser at a site. @param options.headers further headers of each call */
export function createTestBrowser(
  { call }: Pick<TestSite, 'call'>,
  { origin = origins[0] as string, headers = {} as Record<string, string> } = {},
): TestBrowser {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    cookies,
    cookie,
    call: async (method, url, options = {}) => {
      const own = { host: new URL(origin).host, origin, 'sec-fetch-site': 'same-origin', cookie: cookie() }
      const answer = await call(method, url, { ...options, headers: { ...own, ...headers, ...options.headers } })
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0) cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    },
  }
}
