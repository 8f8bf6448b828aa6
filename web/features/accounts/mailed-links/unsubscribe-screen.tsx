import { useState } from 'react'
import { unsubscribe } from '#contract/comments.ts'
import { api } from '../../../api/call-api.ts'
import { useFragmentToken } from '../../../device/fragment-token.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Link } from '../../../kit/link.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { EntryLayout } from '../entry/entry-layout.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'

/** The screen of /unsubscribe, opened by the link in a mail about answers. Only the button ends the mails, because mail programs open links too. */
export function Screen() {
  const token = useFragmentToken()
  const [ended, setEnded] = useState(false)
  const form = useForm({
    send: async () => {
      await api(unsubscribe, { body: { token: token ?? '' } })
      setEnded(true)
    },
    offline: 'There was no answer. Check your connection and press the button again.',
  })
  const over = form.problem?.code === 'link_expired'
  const title = useHeadingFocus(ended || over)
  const toAccount = (
    <p className="links form-links">
      <Link to="/account">Your account</Link>
    </p>
  )

  if (ended) {
    return (
      <EntryLayout>
        <h1 ref={title} tabIndex={-1}>
          No more of these mails
        </h1>
        <p>We will not mail you about answers to your comments any more. You can change that on your account page.</p>
        {toAccount}
      </EntryLayout>
    )
  }
  if (token === null || over) {
    return (
      <EntryLayout>
        <h1 ref={title} tabIndex={-1}>
          {over ? 'That link cannot be used' : 'Mails about answers'}
        </h1>
        <p role={over ? 'alert' : undefined}>
          {over
            ? 'It is not complete, or the account is gone. You can end these mails on your account page too.'
            : 'This page is opened from the link at the end of a mail about an answer. You can end these mails on your account page too.'}
        </p>
        {toAccount}
      </EntryLayout>
    )
  }
  return (
    <EntryLayout>
      <h1>Mails about answers</h1>
      <p>One press, and we will not mail you any more when somebody answers a comment of yours.</p>
      <form className="form" {...form.props}>
        <FormProblem problem={form.problem} />
        <SubmitButton busy={form.busy} busyWords="Stopping them …">
          Stop these mails
        </SubmitButton>
      </form>
    </EntryLayout>
  )
}
