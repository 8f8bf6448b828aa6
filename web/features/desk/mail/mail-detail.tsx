import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DeskMail, type MailBody, retryMail, showMailWithSecretLinks } from '#contract/desk.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { COPY_REFUSED_MESSAGE, copyText } from '../../../device/copy-text.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { StateText } from '../../../ui/tag.tsx'
import { DetailPanel } from '../lists/split-view.tsx'
import { deskQueries } from '../queries.ts'

interface MailDetailProps {
  id: string
  /** Whether a mail server is set up. */
  smtp: boolean
  onClose: () => void
  onChange: (mail: DeskMail) => void
}

/**
 * One mail with all its details. Its HTML is shown as source and never rendered, so that nothing in a mail can run or
 * load at the desk.
 */
export function MailDetail({ id, smtp, onClose, onChange }: MailDetailProps) {
  const client = useQueryClient()
  const options = deskQueries.oneMail(id)
  const query = useQuery(options)
  const { data } = query
  const [html, showHtml] = useState(false)
  /** The mail with its links, after the admin has asked to see them; null before. */
  const [linked, setLinked] = useState<MailBody | null>(null)
  const { withProof, dialog } = useOwnerProofDialog('Whoever has a link of this mail can log in with it.')
  const action = useAction()

  const retry = () =>
    action.perform({
      run: async () => {
        const mail = await callForJson(retryMail, { params: { id } })
        client.setQueryData(options.queryKey, (detail) => detail && { ...detail, ...mail })
        onChange(mail)
      },
      done: 'It is on the way again. Come back in a moment to see how it went.',
    })
  const showLinks = () =>
    action.perform({
      run: async () => setLinked(await withProof(() => callForJson(showMailWithSecretLinks, { params: { id } }))),
    })
  const copy = (text: string) =>
    action.perform({
      run: async () => ((await copyText(text)) ? undefined : COPY_REFUSED_MESSAGE),
      done: 'The text is copied. Paste it where you like.',
    })

  return (
    <DetailPanel query={query} title={data?.subject} onClose={onClose}>
      {data && (
        <>
          <p className="soft">to {data.to}</p>
          <p>
            <MailStateText mail={data} />
          </p>
          {data.state === 'kept' && (
            <p className="note">Whoever has a link in this mail can use it. Hand it to {data.to} and to nobody else.</p>
          )}
          <pre className="inset desk-mail-text">
            {html ? <code>{(linked ?? data).html}</code> : (linked ?? data).text}
          </pre>
          <div className="buttons">
            {smtp && (data.state === 'failed' || data.state === 'kept') && (
              <QuietButton kind="main" busy={action.busy} onClick={retry}>
                Send it {data.state === 'kept' ? 'now' : 'again'}
              </QuietButton>
            )}
            {data.state === 'kept' &&
              (linked ? (
                <QuietButton busy={action.busy} onClick={() => copy(linked.text)}>
                  Copy the text
                </QuietButton>
              ) : (
                <QuietButton busy={action.busy} onClick={showLinks}>
                  Show the link
                </QuietButton>
              ))}
            <QuietButton aria-pressed={html} onClick={() => showHtml(!html)}>
              Source of the HTML
            </QuietButton>
          </div>
          <ActionOutcome {...action} />
          {dialog}
        </>
      )}
    </DetailPanel>
  )
}

export function MailStateText({ mail }: { mail: DeskMail }) {
  const { state, attempts, nextAt, sentAt, lastError } = mail
  switch (state) {
    case 'sent':
      return <StateText kind="good">Sent {sentAt !== null && <RelativeTime at={sentAt} />}</StateText>
    case 'kept':
      return <StateText kind="asks">Kept here</StateText>
    case 'failed':
      return (
        <StateText kind="grave">
          Given up after {formatTries(attempts)}
          {lastError && `: ${lastError}`}
        </StateText>
      )
    case 'waiting':
      return (
        <StateText kind={attempts > 0 ? 'asks' : 'plain'}>
          {attempts === 0 ? 'On the way' : `Failed after ${formatTries(attempts)}`}
          {attempts > 0 && nextAt !== null && (
            <>
              , tried again <RelativeTime at={nextAt} />
            </>
          )}
          {attempts > 0 && lastError && `: ${lastError}`}
        </StateText>
      )
  }
}

const formatTries = (attempts: number) => formatCountWithNoun(attempts, 'try', 'tries')
