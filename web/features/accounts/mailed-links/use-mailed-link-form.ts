import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useFragmentToken } from '../../../device/fragment-token.ts'
import { tabStorage } from '../../../device/storage.ts'
import { type FormValues, useForm } from '../../../forms/use-form.ts'

interface LinkFormOptions<Result> extends Omit<Parameters<typeof useForm>[0], 'send'> {
  send: (token: string, values: FormValues) => Promise<Result>
}

/**
 * The form of a page that a mailed link opens. `send` receives the token from the fragment of the URL. `result` is what
 * `send` has returned. The tab keeps the token until it is used or the page is left, because a phone may discard the
 * tab while its reader looks up a password, and then load the page again. When another link is opened in the same tab,
 * the result and the problem of the earlier link are no longer returned.
 */
export function useMailedLinkForm<Result>({ send, ...options }: LinkFormOptions<Result>) {
  const { pathname } = useLocation()
  const storageKey = `token of ${pathname}`
  const linkToken = useFragmentToken()
  const [keptToken] = useState(() => (isReloaded() ? tabStorage.get(storageKey) : null))
  const token = linkToken === null ? keptToken : linkToken
  const [sent, setSent] = useState<{ token: typeof token; result?: Result }>({ token })
  const form = useForm({
    ...options,
    send: async (values) => {
      setSent({ token })
      setSent({ token, result: await send(token ?? '', values) })
    },
  })
  const isOfToken = sent.token === token
  const problem = isOfToken ? form.problem : null
  const isLinkOver = problem?.code === 'link_used' || problem?.code === 'link_expired'
  const result = isOfToken ? sent.result : undefined
  const isDone = isLinkOver || result !== undefined
  useEffect(() => {
    const removeToken = () => tabStorage.remove(storageKey)
    if (!token || isDone) return removeToken()
    tabStorage.set(storageKey, token)
    return removeToken
  }, [storageKey, token, isDone])
  return { token, form: { ...form, problem }, isLinkOver, result }
}

/** Returns whether the browser has loaded this document again, also because it had discarded the tab. */
const isReloaded = (): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(({ type }) => type !== 'navigate')
