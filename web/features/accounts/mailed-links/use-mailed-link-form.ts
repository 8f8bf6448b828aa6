import { useState } from 'react'
import { useFragmentToken } from '../../../device/fragment-token.ts'
import { type FormValues, useForm } from '../../../forms/use-form.ts'

interface LinkFormOptions<Result> extends Omit<Parameters<typeof useForm>[0], 'send'> {
  send: (token: string, values: FormValues) => Promise<Result>
}

/**
 * The form of a page that a mailed link opens. `send` receives the token from the fragment of the URL. `result` is what
 * `send` has returned. When another link is opened in the same tab, the result and the problem of the earlier link are
 * no longer returned.
 */
export function useMailedLinkForm<Result>({ send, ...options }: LinkFormOptions<Result>) {
  const token = useFragmentToken()
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
  return { token, form: { ...form, problem }, isLinkOver, result: isOfToken ? sent.result : undefined }
}
