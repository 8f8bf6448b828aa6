import { useState } from 'react'
import {
  type NewsletterFrequency,
  requestNewsletterSubscription,
  requestNewsletterSubscriptionByForm,
} from '#contract/newsletter.ts'
import { buildEndpointPath } from '../../api/api.ts'
import { callForJson } from '../../api/call-api.ts'
import { fieldChecks } from '../../forms/field-problems.ts'
import { useForm } from '../../forms/use-form.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { FormSuccess } from '../../ui/form/form-success.tsx'
import { NewsletterPageFrame } from './newsletter-page.tsx'

/** The screen of /newsletter. Without scripts, the browser submits the form as an HTML form. */
export function Screen() {
  const [message, setMessage] = useState('')
  const form = useForm({
    check: ({ email = '' }) => {
      setMessage('')
      return { email: fieldChecks.email(email) }
    },
    send: async ({ email = '', frequency }) => {
      const body = { email, frequency: frequency as NewsletterFrequency }
      setMessage((await callForJson(requestNewsletterSubscription, { body })).message)
    },
    offline: 'There was no answer. Check your connection and try again.',
  })
  return (
    <NewsletterPageFrame title="New pages by mail">
      <p>Leave your address, and you get a mail when a new page appears. You need no account.</p>
      <Form
        form={form}
        action={buildEndpointPath(requestNewsletterSubscriptionByForm, {})}
        submit="Subscribe"
        busyText="Subscribing …"
      >
        <Field id="newsletter-email" name="email" type="email" label="Email" required autoComplete="email" />
        <fieldset className="chips">
          <legend>When</legend>
          <label>
            <input type="radio" name="frequency" value="instant" defaultChecked />
            <span>At once</span>
          </label>
          <label>
            <input type="radio" name="frequency" value="weekly" />
            <span>On Mondays, all of the week</span>
          </label>
        </fieldset>
        <FormSuccess message={message} />
      </Form>
      <p className="soft">
        Your address is used for these mails alone, and each of them ends them with one click. There is an{' '}
        <a href="/feed.xml">RSS feed</a>, too.
      </p>
    </NewsletterPageFrame>
  )
}
