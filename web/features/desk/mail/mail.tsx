import type { Mail } from '#contract/desk.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { When } from '../../../kit/when.tsx'
import { ChoiceChips } from '../lists/choice-chips.tsx'
import { DeskPage } from '../lists/desk-page.tsx'
import { ListRows } from '../lists/list-rows.tsx'
import { SplitView } from '../lists/split-view.tsx'
import { useListAddress } from '../lists/use-list-address.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries } from '../queries.ts'
import { MailDetail } from './mail-detail.tsx'
import { MailState } from './mail-state.tsx'

const states: Record<'all' | Mail['state'], string> = {
  all: 'All',
  failed: 'Failed',
  kept: 'Kept here',
  waiting: 'On the way',
  sent: 'Sent',
}

const emptyMessages: typeof states = {
  all: 'No mail has been written yet.',
  failed: 'No mail has failed.',
  kept: 'No mail is kept here.',
  waiting: 'No mail is on the way.',
  sent: 'No mail has been sent in the last month.',
}

const stateNames = Object.keys(states) as (keyof typeof states)[]

/** The desk page of mail. The query of the address holds the filter, the fragment the open mail. */
export function Screen() {
  const { filter: shown, choose, chosen, close } = useListAddress(stateNames, 'all', 'state')
  const list = usePagedList(deskQueries.mail({ state: shown }), (first, more) => ({
    ...more,
    mail: [...first.mail, ...more.mail],
  }))
  const { data } = list

  const replace = (mail: Mail) =>
    list.setPages((page) => ({ ...page, mail: page.mail.map((one) => (one.id === mail.id ? mail : one)) }))

  return (
    <DeskPage at="/desk/mail" title="Mail">
      {data && !data.smtp && (
        <p className="work-lead">
          No mail server is set up, so mail is kept here instead of sent. Open one and hand on what it says, or set{' '}
          <code>SMTP_URL</code> and start the site again.
        </p>
      )}
      <SplitView
        chosen={chosen}
        list={
          <>
            <ChoiceChips names={states} chosen={shown} onChoose={choose} />
            <ListRows list={list} summary={({ mail }) => mail.length === 0 && emptyMessages[shown]}>
              {({ mail }) =>
                mail.map((one) => (
                  <Row key={one.id}>
                    {() => (
                      <li>
                        <a href={`#${one.id}`} aria-current={one.id === chosen || undefined}>
                          <span className="row-words">
                            <b>{one.subject}</b>
                            <span className="soft">to {one.to}</span>
                            <MailState mail={one} />
                          </span>
                          <span className="soft row-time">
                            <When at={one.createdAt} />
                          </span>
                        </a>
                      </li>
                    )}
                  </Row>
                ))
              }
            </ListRows>
          </>
        }
      >
        {chosen ? (
          <MailDetail key={chosen} id={chosen} smtp={data?.smtp ?? false} onClose={close} onChange={replace} />
        ) : (
          <p className="soft empty">Choose a mail to read it. The log says who has read what.</p>
        )}
      </SplitView>
    </DeskPage>
  )
}
