import type { DeskMail } from '#contract/desk.ts'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { ListFilter } from '../lists/list-filter.tsx'
import { ListRows, RowLink } from '../lists/list-rows.tsx'
import { SplitView } from '../lists/split-view.tsx'
import { type ListFilterLabels, useListUrl } from '../lists/use-list-url.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries } from '../queries.ts'
import { MailDetail, MailStateText } from './mail-detail.tsx'

const filters: ListFilterLabels<'all' | DeskMail['state']> = {
  all: ['All', 'No mail has been written yet.'],
  failed: ['Failed', 'No mail has failed.'],
  kept: ['Kept here', 'No mail is kept here.'],
  waiting: ['On the way', 'No mail is on the way.'],
  sent: ['Sent', 'No mail has been sent in the last month.'],
}

/** The desk page of mail. The query of the URL holds the filter; the fragment holds the id of the open mail. */
export function Screen() {
  const address = useListUrl(filters, 'all', 'state')
  const { filter, chosen, close } = address
  const list = usePagedList(deskQueries.mail({ state: filter }))
  const { data } = list

  return (
    <DeskPageFrame at="/desk/mail" title="Mail">
      {data && !data.smtp && (
        <p className="work-lead">
          No mail server is set up, so mail is kept here instead of sent. Open one and hand on what it says, or set{' '}
          <code>SMTP_URL</code> and start the site again.
        </p>
      )}
      <SplitView
        chosen={chosen}
        hint="Choose a mail to read it. The log says who has read what."
        list={
          <>
            <ListFilter {...address} />
            <ListRows list={list} summary={({ rows }) => rows.length === 0 && address.emptyMessage}>
              {(mail) => (
                <li>
                  <RowLink to={`#${mail.id}`} at={mail.createdAt}>
                    <b>{mail.subject}</b>
                    <span className="soft">to {mail.to}</span>
                    <MailStateText mail={mail} />
                  </RowLink>
                </li>
              )}
            </ListRows>
          </>
        }
      >
        <MailDetail key={chosen} id={chosen} smtp={data?.smtp ?? false} onClose={close} onChange={list.replaceRow} />
      </SplitView>
    </DeskPageFrame>
  )
}
