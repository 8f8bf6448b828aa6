import { useState } from 'react'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { SUBSCRIBER_IMPORT_BYTES_MAX } from '#contract/limits.ts'
import { importSubscribers, type SubscriberImportResult } from '#contract/newsletter.ts'
import { callForJson } from '../../../api/call-api.ts'
import { findFileSizeProblem } from '../../../forms/find-file-size-problem.ts'
import { useForm } from '../../../forms/use-form.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'

/** Imports a CSV file of email addresses, and shows how many were added and why others were not. */
export function ImportForm({ onImported }: { onImported: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<SubscriberImportResult | null>(null)
  const form = useForm({
    check: ({ haveAgreed }) => {
      setResult(null)
      return {
        file: !file ? 'Choose a CSV file.' : findFileSizeProblem(file, SUBSCRIBER_IMPORT_BYTES_MAX),
        haveAgreed: haveAgreed ? undefined : 'Import only people who have agreed, and tick this.',
      }
    },
    send: async () => {
      const csv = (await file?.text()) ?? ''
      setResult(await callForJson(importSubscribers, { body: { csv, haveAgreed: true } }))
      onImported()
    },
    offline: 'There was no answer. Import the file again: no address is added twice.',
  })
  return (
    <Form form={form} submit="Import the file">
      <Field
        name="file"
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        label="CSV file"
        hint="One address on each line, or a column named email. At most 10,000 lines."
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
      />
      <CheckboxField name="haveAgreed" label="All of these people have agreed to get new pages by mail" />
      <div role="status">{result && <ImportSummary result={result} />}</div>
    </Form>
  )
}

function ImportSummary({ result }: { result: SubscriberImportResult }) {
  const { added, known, unsubscribed, bounced, invalid, invalidLines } = result
  const parts = [
    formatCountWithNoun(added, 'address was added', 'addresses were added'),
    known > 0 && `${known} ${known === 1 ? 'was' : 'were'} there already`,
    unsubscribed > 0 &&
      `${unsubscribed} ${unsubscribed === 1 ? 'has' : 'have'} unsubscribed and ${unsubscribed === 1 ? 'stays' : 'stay'} out`,
    bounced > 0 &&
      `${bounced} ${bounced === 1 ? 'was' : 'were'} refused by a mail server and ${bounced === 1 ? 'stays' : 'stay'} out`,
  ].filter(Boolean)
  return (
    <div className="note" data-kind={invalid > 0 ? 'asks' : 'good'}>
      <p>{parts.join(', ')}.</p>
      {invalid > 0 && (
        <>
          <p>{formatCountWithNoun(invalid, 'line has', 'lines have')} no usable address:</p>
          <ul>
            {invalidLines.map(({ line, text }) => (
              <li key={line}>
                Line {line}: <code>{text}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
