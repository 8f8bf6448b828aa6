import { useState } from 'react'
import { useFragmentToken } from '../../../device/fragment-token.ts'
import { type FormValues, useForm } from '../../../forms/use-form.ts'

interface LinkFormOptions extends Omit<Parameters<typeof useForm>[0], 'send'> {
  send: (token: string, values: FormValues) => Promise<void>
}

/**
 * The form of a page that a mailed link opens. `send` receives the token from the fragment of the URL. When another
 * link is opened in the same tab, the problem of the earlier link is removed.
 */
export function useMailedLinkForm({ send, ...options }: LinkFormOptions) {
  const token = useFragmentToken()
  const [sentToken, setSentToken] = useState(token)
  const form = useForm({
    ...options,
    send: (values) => {
      setSentToken(token)
      return send(token ?? '', values)
    },
  })
  const problem = sentToken === token ? form.problem : null
  const isLinkOver = problem?.code === 'link_used' || problem?.code === 'link_expired'
  return { token, form: { ...form, problem }, isLinkOver }
}
