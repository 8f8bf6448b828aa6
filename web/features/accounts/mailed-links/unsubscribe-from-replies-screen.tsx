import { unsubscribeFromReplyMails } from '#contract/comments.ts'
import { callForJson } from '../../../api/call-api.ts'
import { Form } from '../../../ui/form/form.tsx'
import { EntryLayout, FormFooterLink } from '../entry/entry-layout.tsx'
import { useMailedLinkForm } from './use-mailed-link-form.ts'

/**
 * The screen of /unsubscribe, opened by the link in a mail about replies. Only pressing the button ends the mails,
 * because mail programs open links by themselves.
 */
export function Screen() {
  const { token, form, isLinkOver, result } = useMailedLinkForm({
    send: async (token) => {
      await callForJson(unsubscribeFromReplyMails, { body: { token } })
      return true
    },
    offline: 'There was no answer. Check your connection and press the button again.',
  })

  if (result) {
    return (
      <EntryLayout title="No more of these mails" outcome>
        <p>We will not mail you about replies to your comments any more. You can change that on your account page.</p>
        <FormFooterLink to="/account">Your account</FormFooterLink>
      </EntryLayout>
    )
  }
  if (token === null || isLinkOver) {
    return (
      <EntryLayout title={isLinkOver ? 'That link cannot be used' : 'Mails about replies'} outcome={isLinkOver}>
        <p role={isLinkOver ? 'alert' : undefined}>
          {isLinkOver
            ? 'It is not complete, or the account is gone. You can end these mails on your account page too.'
            : 'This page is opened from the link at the end of a mail about a reply. You can end these mails on your account page too.'}
        </p>
        <FormFooterLink to="/account">Your account</FormFooterLink>
      </EntryLayout>
    )
  }
  return (
    <EntryLayout title="Mails about replies">
      <p>One press, and we will not mail you any more when somebody replies to a comment of yours.</p>
      <Form form={form} submit="Stop these mails" busyText="Stopping them …" />
    </EntryLayout>
  )
}
