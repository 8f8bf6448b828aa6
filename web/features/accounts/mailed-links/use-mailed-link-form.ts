import { useFragmentToken } from '../../../device/fragment-token.ts'
import { type FormValues, useForm } from '../../../forms/use-form.ts'

interface LinkFormOptions extends Omit<Parameters<typeof useForm>[0], 'send'> {
  send: (token: string, values: FormValues) => Promise<void>
}

/** The form of a page that a mailed link opens. `send` receives the token that is in the URL's fragment. */
export function useMailedLinkForm({ send, ...options }: LinkFormOptions) {
  const token = useFragmentToken()
  const form = useForm({ ...options, send: (values) => send(token ?? '', values) })
  const code = form.problem?.code
  return { token, form, isLinkOver: code === 'link_used' || code === 'link_expired' }
}
