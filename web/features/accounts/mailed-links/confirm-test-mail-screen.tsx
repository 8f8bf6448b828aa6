import { confirmTestMail } from '#contract/setup.ts'
import { callForJson } from '../../../api/call-api.ts'
import { Form } from '../../../ui/form/form.tsx'
import { EntryLayout, FormFooterLink } from '../entry/entry-layout.tsx'
import { useMailedLinkForm } from './use-mailed-link-form.ts'

/**
 * The screen of /test-mail, opened by the link of a test mail. Only pressing the button redeems the link, because mail
 * programs open links by themselves.
 */
export function Screen() {
  const { token, form, isLinkOver, result } = useMailedLinkForm({
    send: (token) => callForJson(confirmTestMail, { body: { token } }),
    offline: 'There was no answer. Check your connection and press the button again.',
  })

  if (result)
    return (
      <EntryLayout title="Mail arrives" outcome>
        <p>
          The test mail has reached <b>{result.to}</b>, and its link leads to the site. The desk knows it now.
        </p>
        <FormFooterLink to="/desk">To the desk</FormFooterLink>
      </EntryLayout>
    )
  if (token === null || isLinkOver)
    return (
      <EntryLayout title={isLinkOver ? 'That link cannot be used' : 'Test mail'} outcome={isLinkOver}>
        <p role={isLinkOver ? 'alert' : undefined}>
          {isLinkOver
            ? 'It has been used already, or a newer test mail was sent after it. Send another one at the desk.'
            : 'This page is opened from the link in a test mail, which admins send to themselves at the desk.'}
        </p>
        <FormFooterLink to="/desk">To the desk</FormFooterLink>
      </EntryLayout>
    )
  return (
    <EntryLayout title="The test mail is here">
      <p>One press, and the desk knows that mail arrives and that its links lead to the site.</p>
      <Form form={form} submit="Confirm that it arrived" busyText="Confirming …" />
    </EntryLayout>
  )
}
